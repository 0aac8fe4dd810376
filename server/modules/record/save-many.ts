import { type OperationHandler, signedIn } from '../../operation.ts';
import { saveRecords } from '../../records/save-many.ts';
import { entityFor } from '../../records/served.ts';

export const handler: OperationHandler<'record.saveMany'> = async (call) => {
  const { params, body, context } = call;
  const rows = await saveRecords(context, signedIn(call), entityFor(params.list, context), body);
  return { rows, dryRun: body.dryRun ?? false };
};

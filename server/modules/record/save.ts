import { type OperationHandler, signedIn } from '../../operation.ts';
import { found } from '../../problem.ts';
import { saveRecord } from '../../records/save.ts';
import { entityFor } from '../../records/served.ts';

export const handler: OperationHandler<'record.save'> = async (call) => {
  const { params, body, context } = call;
  return found(await saveRecord(context, signedIn(call), entityFor(params.list, context), params.id, body));
};

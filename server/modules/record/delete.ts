import { type OperationHandler, signedIn } from '../../operation.ts';
import { removeRecord } from '../../records/remove.ts';
import { entityFor } from '../../records/served.ts';

export const handler: OperationHandler<'record.delete'> = async (call) => {
  const { params, query, context } = call;
  await removeRecord(context, signedIn(call), entityFor(params.list, context), params.id, query.version);
};

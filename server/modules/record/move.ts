import { type OperationHandler, signedIn } from '../../operation.ts';
import { found } from '../../problem.ts';
import { moveRecord } from '../../records/move.ts';
import { entityFor } from '../../records/served.ts';

export const handler: OperationHandler<'record.move'> = async (call) => {
  const { params, body, context } = call;
  return found(await moveRecord(context, signedIn(call), entityFor(params.list, context), params.id, body));
};

import { type OperationHandler, signedIn } from '../../operation.ts';
import { found } from '../../problem.ts';
import { createRecord } from '../../records/create.ts';
import { entityFor } from '../../records/served.ts';

export const handler: OperationHandler<'record.create'> = async (call) => {
  const { params, body, context } = call;
  const record = await createRecord(context, signedIn(call), entityFor(params.list, context), body);
  call.reply.code(201);
  return found(record);
};

import { type OperationHandler, signedIn } from '../../operation.ts';
import { createRecord } from '../../records/create.ts';
import type { Change } from '../../records/plan.ts';
import { entityFor } from '../../records/served.ts';

type Body = Change & { readonly request_id: string };

export const handler: OperationHandler<{ params: { list: string }; body: Body }> = async (call) => {
  const { params, body, context } = call;
  const record = await createRecord(context, signedIn(call), entityFor(params.list, context), body);
  call.reply.code(201);
  return record;
};

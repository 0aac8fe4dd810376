import { type OperationHandler, signedIn } from '../../operation.ts';
import { payloadOf } from './asked-of.ts';
import { startBulk } from './start-bulk.ts';

export const handler: OperationHandler<'bulk.run'> = async (call) => {
  const { params, body, context } = call;
  const caller = signedIn(call);
  const payload = await payloadOf(context, caller, params.list, body, false);
  return startBulk(context, caller, payload, body.request_id);
};

import { type OperationHandler, signedIn } from '../../operation.ts';
import { startBulk } from '../bulk/start-bulk.ts';
import { payloadOf } from './payload-of.ts';

export const handler: OperationHandler<'command.preview'> = async (call) => {
  const { params, body, context } = call;
  const caller = signedIn(call);
  const payload = await payloadOf(context, caller, params.id, body, true);
  return startBulk(context, caller, payload);
};

import { type OperationHandler, signedIn } from '../../operation.ts';
import { payloadOf } from './asked-of.ts';
import { startBulk } from './start-bulk.ts';

export const handler: OperationHandler<'bulk.preview'> = async (call) => {
  const { params, body, context } = call;
  const caller = signedIn(call);
  return startBulk(context, caller, await payloadOf(context, caller, params.list, body, true));
};

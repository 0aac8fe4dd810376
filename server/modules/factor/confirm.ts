import { type OperationHandler, signedIn } from '../../operation.ts';
import { demandCode } from './demand-code.ts';

export const handler: OperationHandler<'factor.confirm'> = async (call) => {
  const { context, request } = call;
  const { id, username } = signedIn(call);
  const by = await demandCode(call, call.body.code);
  if (by === 'first-code') context.log.security('second-factor-on', { user: id, username, from: request.ip });
};

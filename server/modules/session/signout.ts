import { type OperationHandler, signedIn } from '../../operation.ts';

export const handler: OperationHandler<'session.signout'> = async (call) => {
  const caller = signedIn(call);
  await call.context.sessions.revoke(caller.sessionId);
  call.context.log.security('signed-out', { user: caller.id, from: call.request.ip });
};

import { openSessions } from '../../access/user-sessions.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';

export const handler: OperationHandler<'user.sessions'> = async (call) => {
  const { context, params } = call;
  const { sessionId } = signedIn(call);
  const when = { capHours: context.config.sessionCapHours, now: context.now() };
  const sessions = await openSessions(context.database, params.id, when);
  if (!sessions) throw new Problem('not-found', `User ${params.id} does not exist.`);
  return sessions.map((one) => ({ ...one, own: one.id === sessionId }));
};

import { endSessions } from '../../access/user-sessions.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { refuseUser } from './refuse-user.ts';

export const handler: OperationHandler<'user.revoke'> = async (call) => {
  const { context, params, request } = call;
  const caller = signedIn(call);
  await refuseUser(context, caller, params.id);
  const all = params.session === 'all';
  const ended = await endSessions(
    context.database,
    params.id,
    all ? { but: caller.sessionId } : { only: params.session },
  );
  if (!all && ended === 0) throw new Problem('not-found', 'This session is over already.');
  context.log.security('sessions-ended', { user: params.id, by: caller.id, ended, from: request.ip });
  return { ended };
};

import { endOwnSessions } from '../../access/user-sessions.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';

export const handler: OperationHandler<'session.end'> = async (call) => {
  const { context, params, request } = call;
  const caller = signedIn(call);
  const others = params.session === 'others';
  const ended = await endOwnSessions(
    context.database,
    caller,
    others ? { but: caller.sessionId } : { only: params.session },
  );
  if (!others && ended === 0) throw new Problem('not-found', 'This session is over already.');
  context.log.security('sessions-ended', { user: caller.id, by: caller.id, ended, from: request.ip });
  return { ended };
};

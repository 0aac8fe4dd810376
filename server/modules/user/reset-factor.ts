import { dropFactor } from '../../access/second-factor.ts';
import { endSessions } from '../../access/user-sessions.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { tellUser } from '../mail/tell-user.ts';
import { refuseUser } from './refuse-user.ts';

export const handler: OperationHandler<'user.resetFactor'> = async (call) => {
  const { context, params, request } = call;
  const caller = signedIn(call);
  if (params.id === caller.id)
    throw new Problem('refused', 'Your own second factor is on the page My settings.');
  const user = await refuseUser(context, caller, params.id);
  if (!(await dropFactor(context.database, params.id)))
    throw new Problem('refused', 'This user has no second factor.');
  // Whoever has the phone may have the open pages, too.
  await endSessions(context.database, params.id, {});
  context.log.security('second-factor-reset-by-administrator', {
    user: params.id,
    by: caller.id,
    from: request.ip,
  });
  tellUser(context, user, 'your second factor was reset', [
    `${caller.full_name} has reset your second factor in ${context.config.product}. The codes of your app, your passkeys and the recovery codes work no more.`,
    '',
    'If you did not ask for this, tell another administrator now.',
  ]);
};

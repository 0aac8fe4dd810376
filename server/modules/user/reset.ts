import { withdrawPassword } from '../../access/passwords.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { resetPage } from '../password/reset-page.ts';
import { sendResetLink } from '../password/send-reset-link.ts';
import { refuseUser } from './refuse-user.ts';

const said = {
  mail: 'A message with a link for a new password is on its way to the address of this user. It works for one hour.',
  outbox:
    'This server has no mail server, or the user no address: a message with a link for a new password was left in the outbox folder of its data. It works for one hour.',
};

export const handler: OperationHandler<'user.reset'> = async (call) => {
  const { context, params, request } = call;
  const { database, log } = context;
  const caller = signedIn(call);
  if (params.id === caller.id)
    throw new Problem('refused', 'Change your own password in the menu that bears your name.');
  await refuseUser(context, caller, params.id);
  const user = await withdrawPassword(database, params.id, caller.id);
  if (!user) throw new Problem('refused', 'This user is not active. Make the user active first.');
  log.security('password-reset-by-administrator', { user: user.id, by: caller.id, from: request.ip });
  const delivery = await sendResetLink(call, user, resetPage(context.config, request), caller.full_name);
  return { message: said[delivery], delivery };
};

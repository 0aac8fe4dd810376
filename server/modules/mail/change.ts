import { mailChangeMinutes, makeMailChange, removeMail } from '../../access/mail-changes.ts';
import { tooMany } from '../../access/rate-limit.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { demandPassword } from '../password/demand-password.ts';
import { pageOf } from '../password/reset-page.ts';
import { tellOldAddress } from './tell-old-address.ts';
import { tellUser } from './tell-user.ts';

const said = {
  mail: 'A message with a link is on its way to the new address. Open the link within an hour; until then the old address stays.',
  outbox:
    'This server has no mail server: the message with the link was left in the outbox folder of its data. Ask an administrator for it; the link works for an hour.',
  removed: 'Your e-mail address is removed.',
};

export const handler: OperationHandler<'mail.change'> = async (call) => {
  const { body, context, request } = call;
  const { config, database, log, mail, resetLimit } = context;
  const caller = signedIn(call);
  const email = body.email?.trim() || null;
  if (email !== null && !/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(email)) {
    const message = `"${email.slice(0, 80)}" is no e-mail address.`;
    throw new Problem('refused', message, { errors: [{ pointer: '/email', message }] });
  }
  await demandPassword(call, body.password);
  const entry = { user: caller.id, username: caller.username, from: request.ip };
  if (email === null) {
    const user = await removeMail(database, caller.id);
    if (user) tellOldAddress(context, user, null);
    log.security('mail-address-removed', entry);
    return { message: said.removed };
  }
  const wait = await resetLimit.take([{ key: `mail ${caller.id}`, most: 5 }], context.now());
  if (wait > 0) throw tooMany('Too many links were asked for.', wait);
  const token = await makeMailChange(database, { userId: caller.id, email, now: context.now() });
  const page = pageOf(config, request, '/app/confirm-mail');
  tellUser(context, { ...caller, email }, 'confirm your e-mail address', [
    `this address is to be yours in ${config.product}. To confirm it, open this link within ${mailChangeMinutes} minutes:`,
    '',
    `${page}#token=${token}`,
    '',
    'If you did not ask for this, leave it: nothing changes.',
  ]);
  log.security('mail-change-asked', entry);
  return { message: said[mail.delivery] };
};

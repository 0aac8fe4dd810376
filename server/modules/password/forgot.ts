import { networkOf } from '../../access/network-of.ts';
import { forgetful } from '../../access/passwords.ts';
import { tooMany } from '../../access/rate-limit.ts';
import type { OperationHandler } from '../../operation.ts';
import { resetPage } from './reset-page.ts';
import { sendResetLink } from './send-reset-link.ts';

const said = {
  mail: 'If this name is known here, a message with a link is on its way to the address that belongs to it. If none arrives within some minutes, ask an administrator.',
  outbox:
    'This server has no mail server. If this name is known here, a message with a link was left in the outbox folder of its data. Ask an administrator for it.',
};

export const handler: OperationHandler<'password.forgot'> = async (call) => {
  const { body, context, request } = call;
  const { database, log, mail, resetLimit } = context;
  const name = body.username.trim().toLowerCase();
  const tries = [
    { key: `name ${name}`, most: 3 },
    { key: `address ${networkOf(request.ip)}`, most: 20 },
  ];
  const wait = await resetLimit.take(tries, context.now());
  if (wait > 0) {
    log.security('password-reset-limited', { username: name, from: request.ip });
    throw tooMany('Too many links were asked for.', wait);
  }
  const user = await forgetful(database, name);
  const page = resetPage(context.config, request);
  if (user)
    mail.later(async () => {
      await sendResetLink(call, user, page, null);
    });
  else log.security('password-reset-unknown', { username: name, from: request.ip });
  return { message: said[mail.delivery], delivery: mail.delivery };
};

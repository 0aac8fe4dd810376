import { confirmMail } from '../../access/mail-changes.ts';
import { networkOf } from '../../access/network-of.ts';
import { tooMany } from '../../access/rate-limit.ts';
import type { OperationHandler } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { tellOldAddress } from './tell-old-address.ts';

export const handler: OperationHandler<'mail.confirm'> = async ({ body, context, request }) => {
  const { database, log, minuteLimit } = context;
  const now = context.now();
  const wait = await minuteLimit.take([{ key: `mail ${networkOf(request.ip)}`, most: 10 }], now);
  if (wait > 0) throw tooMany('Too many links were tried.', wait);
  const done = await confirmMail(database, body.token, now);
  if (!done) {
    log.security('mail-change-refused', { from: request.ip });
    const message =
      'This link was used already, is too old or was never made. Ask for a new one on the page My settings.';
    throw new Problem('refused', message, { errors: [{ pointer: '/token', message }] });
  }
  const { user, email } = done;
  tellOldAddress(context, user, email);
  log.security('mail-changed', { user: user.id, username: user.username, from: request.ip });
  return { email };
};

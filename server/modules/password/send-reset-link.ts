import { openReset } from '../../access/passwords.ts';
import { resetMinutes } from '../../access/reset-tokens.ts';
import type { ResetUser } from '../../access/store-password.ts';
import type { AnyCall } from '../../operation.ts';
import { addressOf } from '../mail/tell-user.ts';

/** Mails the link; `by` is who took the password away, null where somebody asked who perhaps forgot it. */
export async function sendResetLink(
  { context, request }: Pick<AnyCall, 'context' | 'request'>,
  user: ResetUser,
  page: string,
  by: string | null,
): Promise<'mail' | 'outbox'> {
  const { config, database, log, mail } = context;
  const token = await openReset(database, user.id, context.now());
  const address = addressOf(user);
  const why =
    by === null
      ? `somebody, perhaps you, has asked for a new password in ${config.product}.`
      : `${by} has taken your password in ${config.product} back, so that you choose a new one.`;
  const left =
    by === null
      ? 'The link works once. If you did not ask, leave it: your password stays as it is.'
      : 'The link works once. Until then you cannot sign in.';
  await mail.send({
    to: address,
    toName: user.username,
    subject: `${config.product}: a new password`,
    text: [
      `${user.full_name} (${user.username}),`,
      '',
      `${why} To set it, open this link within ${resetMinutes} minutes:`,
      '',
      // Behind #, which browsers send to no server.
      `${page}#token=${token}`,
      '',
      left,
    ].join('\n'),
  });
  const to = address === null ? 'outbox' : mail.delivery;
  log.security('password-reset-asked', { user: user.id, username: user.username, from: request.ip, to });
  return to;
}

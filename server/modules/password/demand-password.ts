import { passwordHash } from '../../access/passwords.ts';
import { tooMany } from '../../access/rate-limit.ts';
import { verifyPassword } from '../../database/passwords.ts';
import { type AnyCall, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';

/**
 * Refuses who does not know the password of the account: an open page alone changes nothing of how its owner signs in.
 * 422 at `/password`; tries count together with those of a change of the password.
 */
export async function demandPassword(call: AnyCall, password: string): Promise<void> {
  const { context, request } = call;
  const caller = signedIn(call);
  const wait = await context.minuteLimit.take([{ key: `password ${caller.id}`, most: 10 }], context.now());
  if (wait > 0) throw tooMany('Too many passwords were tried.', wait);
  if (await verifyPassword(password, await passwordHash(context.database, caller.id))) return;
  const message = password === '' ? 'Current password is required' : 'The current password is wrong';
  context.log.security('password-refused', { user: caller.id, username: caller.username, from: request.ip });
  throw new Problem('refused', message, { errors: [{ pointer: '/password', message }] });
}

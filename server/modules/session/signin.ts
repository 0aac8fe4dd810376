import { tooMany } from '../../access/rate-limit.ts';
import { relyingParty } from '../../access/relying-party.ts';
import { signInFailed, whoSignsIn } from '../../access/sign-in.ts';
import { signInTries } from '../../access/sign-in-limit.ts';
import { makeTicket } from '../../access/sign-in-tickets.ts';
import { verifyPassword } from '../../database/passwords.ts';
import type { OperationHandler } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { beginSession } from './begin-session.ts';

export const handler: OperationHandler<'session.signin'> = async (call) => {
  const { body, context, request } = call;
  const { database, devices, log, signInLimit } = context;
  const now = context.now();
  const name = body.username.trim().toLowerCase();
  const device = devices.read(request.headers.cookie, now);
  const known = devices.knows(device, name) ? device : null;
  const { tries, cleared } = signInTries('password', name, request.ip, known);
  const wait = await signInLimit.take(tries, now);
  if (wait > 0) {
    log.security('sign-in-limited', { username: name, from: request.ip, wait });
    throw tooMany('Too many sign-ins were tried.', wait);
  }
  const user = await whoSignsIn(database, name);
  // A name that nobody has costs the same work as a wrong password.
  const right = await verifyPassword(body.password, user?.password_hash ?? null);
  if (!user?.active || !right) {
    if (user) await signInFailed(database, user.id);
    log.security('sign-in-refused', { username: name, from: request.ip });
    throw new Problem('sign-in-refused');
  }
  await signInLimit.right(tries, cleared, now);
  if (!user.factor && !user.demanded) return beginSession(call, { id: user.id, username: name });
  // Where there are no passkeys at this address any more, the recovery codes are left.
  const passkey = user.passkey && relyingParty(context.config) !== null;
  const ways = passkey ? (user.code ? 'either' : 'passkey') : 'code';
  const step = user.factor ? ways : 'set-up';
  log.security('second-factor-asked', { user: user.id, username: name, from: request.ip, step });
  return { ticket: await makeTicket(database, user.id, now), step };
};

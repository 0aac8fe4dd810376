import { signInFailed, signInSucceeded, whoSignsIn } from '../../access/sign-in.ts';
import { verifyPassword } from '../../database/passwords.ts';
import type { OperationHandler } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { sessionAnswer, sessionExpiry } from './session-answer.ts';

export const handler: OperationHandler<'session.signin'> = async ({ body, context, request }) => {
  const { database, log, sessions, signInLimit, tokens } = context;
  const now = context.now();
  const name = body.username.trim().toLowerCase();
  const pair = `${name}@${request.ip}`;
  const tries = [
    { key: pair, most: 5 },
    { key: `name ${name}`, most: 20 },
    { key: `address ${request.ip}`, most: 30 },
  ];
  if (!signInLimit.take(tries, now)) {
    log.security('sign-in-limited', { username: name, from: request.ip });
    throw new Problem('too-many-requests', 'Too many sign-ins were tried. Wait a minute and try again.');
  }
  const user = await whoSignsIn(database, name);
  // A name that nobody has costs the same work as a wrong password.
  const right = await verifyPassword(body.password, user?.password_hash ?? null);
  if (!user?.active || !right) {
    if (user) await signInFailed(database, user.id);
    log.security('sign-in-refused', { username: name, from: request.ip });
    throw new Problem('sign-in-refused');
  }
  const agent = request.headers['user-agent'] ?? '';
  const sessionId = await sessions.open(user.id, { address: request.ip, agent }, now);
  await signInSucceeded(database, user.id);
  signInLimit.forget(pair);
  const caller = await sessions.read(sessionId, user.id, now);
  if (!caller) throw new Problem('sign-in-refused');
  request.caller = caller;
  log.security('signed-in', { user: user.id, username: name, from: request.ip });
  const token = tokens.sign({ userId: user.id, sessionId }, now);
  return { token, ...(await sessionAnswer(caller, context, await sessionExpiry(caller, context))) };
};

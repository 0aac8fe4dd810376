import { noteFailedLogin, noteLogin } from '../../access/activity.ts';
import { verifyPassword } from '../../database/passwords.ts';
import type { OperationHandler } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { sessionAnswer, sessionExpiry } from './session-answer.ts';

interface UserRow {
  readonly id: number;
  readonly active: boolean;
  readonly password_hash: string | null;
  readonly [column: string]: unknown;
}

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
  const { rows } = await database.owner((client) =>
    client.query<UserRow>(
      `select u.id, u.active, p.password_hash from app_user u left join user_password p on p.user_id = u.id
       where lower(u.username) = lower($1::text)`,
      [name],
    ),
  );
  const user = rows[0];
  // A name that nobody has costs the same work as a wrong password.
  const right = await verifyPassword(body.password, user?.password_hash ?? null);
  if (!user?.active || !right) {
    if (user) await database.owner((client) => noteFailedLogin(client, user.id));
    log.security('sign-in-refused', { username: name, from: request.ip });
    throw new Problem('sign-in-refused');
  }
  const agent = request.headers['user-agent'] ?? '';
  const sessionId = await sessions.open(user.id, { address: request.ip, agent }, now);
  await database.owner((client) => noteLogin(client, user.id));
  signInLimit.forget(pair);
  const caller = await sessions.read(sessionId, user.id, now);
  if (!caller) throw new Problem('sign-in-refused');
  request.caller = caller;
  log.security('signed-in', { user: user.id, username: name, from: request.ip });
  const token = tokens.sign({ userId: user.id, sessionId }, now);
  return { token, ...(await sessionAnswer(caller, context, await sessionExpiry(caller, context))) };
};

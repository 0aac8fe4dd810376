import { signInSucceeded } from '../../access/sign-in.ts';
import type { AnyCall } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { sessionAnswer, sessionExpiry } from './session-answer.ts';

/** Opens the session of somebody who has proved who they are; from now on their browser is known. */
export async function beginSession(
  { context, request, reply }: AnyCall,
  user: { readonly id: number; readonly username: string },
) {
  const { config, database, devices, log, sessions, tokens } = context;
  const now = context.now();
  const agent = request.headers['user-agent'] ?? '';
  const sessionId = await sessions.open(user.id, { address: request.ip, agent }, now);
  await signInSucceeded(database, user.id);
  const caller = await sessions.read(sessionId, user.id, now);
  if (!caller) throw new Problem('sign-in-refused');
  request.caller = caller;
  log.security('signed-in', { user: user.id, username: user.username, from: request.ip });
  const path = `${config.basePath}/api/app/login`;
  const place = { path, secure: request.protocol === 'https', now };
  const device = devices.read(request.headers.cookie, now);
  reply.header('set-cookie', devices.cookie(device, user.username, place));
  const token = tokens.sign({ userId: user.id, sessionId }, now);
  return { token, ...(await sessionAnswer(caller, context, await sessionExpiry(caller, context))) };
}

import { tooMany } from '../../access/rate-limit.ts';
import { takeSecondStep } from '../../access/second-step.ts';
import { signInFailed } from '../../access/sign-in.ts';
import { signInTries } from '../../access/sign-in-limit.ts';
import type { OperationHandler } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { beginSession } from './begin-session.ts';
import { refuseTicket, ticketOf } from './ticket-of.ts';

const wrong = 'This code is wrong, was used already or is too old. Type the next one that the app shows.';

export const handler: OperationHandler<'session.second'> = async (call) => {
  const { body, context, request } = call;
  const { database, devices, log, sealing, signInLimit } = context;
  const now = context.now();
  const ticket = await ticketOf(call, body.ticket);
  const { user_id: userId, username } = ticket;
  const entry = { user: userId, username, from: request.ip };
  const device = devices.read(request.headers.cookie, now);
  const known = devices.knows(device, username) ? device : null;
  const { tries, cleared } = signInTries('second', username.toLowerCase(), request.ip, known);
  const wait = await signInLimit.take(tries, now);
  if (wait > 0) {
    log.security('sign-in-limited', { ...entry, wait });
    throw tooMany('Too many codes were tried.', wait);
  }
  const by = await takeSecondStep(database, sealing, { userId, token: body.ticket, code: body.code, now });
  if (by === 'no-ticket') throw refuseTicket();
  if (by === null) {
    await signInFailed(database, userId);
    log.security('second-factor-refused', entry);
    throw new Problem('refused', wrong, { errors: [{ pointer: '/code', message: wrong }] });
  }
  await signInLimit.right(tries, cleared, now);
  log.security(by === 'first-code' ? 'second-factor-on' : 'second-factor-taken', { ...entry, by });
  return beginSession(call, { id: userId, username });
};

import { readShown } from '../../access/prove-factor.ts';
import { tooMany } from '../../access/rate-limit.ts';
import { relyingParty } from '../../access/relying-party.ts';
import { takeSecondStep } from '../../access/second-step.ts';
import { signInFailed } from '../../access/sign-in.ts';
import { signInTries } from '../../access/sign-in-limit.ts';
import type { OperationHandler } from '../../operation.ts';
import { refuseShown } from '../factor/demand-factor.ts';
import { beginSession } from './begin-session.ts';
import { refuseTicket, ticketOf } from './ticket-of.ts';

export const handler: OperationHandler<'session.second'> = async (call) => {
  const { body, context, request } = call;
  const { config, database, devices, log, sealing, signInLimit } = context;
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
  const asked = { userId, purpose: 'sign-in', ticketId: ticket.id } as const;
  const prove = await readShown({ database, sealing, party: relyingParty(config) }, asked, body, now);
  const by = await takeSecondStep(database, { userId, token: body.ticket, now, prove });
  if (by === 'no-ticket') throw refuseTicket();
  if (by === null || by === 'counter') {
    await signInFailed(database, userId);
    log.security(by === null ? 'second-factor-refused' : 'passkey-counter-went-back', entry);
    throw refuseShown(body, by === 'counter');
  }
  await signInLimit.right(tries, cleared, now);
  log.security(by === 'first-code' ? 'second-factor-on' : 'second-factor-taken', { ...entry, by });
  return beginSession(call, { id: userId, username });
};

import { tooMany } from '../../access/rate-limit.ts';
import { beginFactor, factorState } from '../../access/second-factor.ts';
import type { OperationHandler } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { factorAnswer } from '../factor/factor-answer.ts';
import { ticketOf } from './ticket-of.ts';

export const handler: OperationHandler<'session.setup'> = async (call) => {
  const { body, context, request } = call;
  const { database, log, minuteLimit, sealing } = context;
  const { user_id: userId, username } = await ticketOf(call, body.ticket);
  const wait = await minuteLimit.take([{ key: `set-up ${userId}`, most: 10 }], context.now());
  if (wait > 0) throw tooMany('A second factor was set up too often.', wait);
  // Passkeys are a factor too: who has but the password sets up nothing beside them.
  const { on } = await factorState(database, userId);
  const begun = on ? null : await beginFactor(database, sealing, userId, context.now());
  if (!begun)
    throw new Problem('refused', 'This account has a second factor already. Sign in again with it.');
  log.security('second-factor-begun', { user: userId, username, from: request.ip });
  return factorAnswer(begun, username, context.config);
};

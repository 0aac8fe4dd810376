import { requestOptions } from '../../access/passkey-ceremony.ts';
import { keysOf, putChallenge } from '../../access/passkeys.ts';
import { tooMany } from '../../access/rate-limit.ts';
import type { OperationHandler } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { partyOf } from '../passkey/party-of.ts';
import { ticketOf } from './ticket-of.ts';

export const handler: OperationHandler<'session.challenge'> = async (call) => {
  const { body, context } = call;
  const { config, database, minuteLimit } = context;
  const { id: ticketId, user_id: userId } = await ticketOf(call, body.ticket);
  const party = partyOf(config);
  const now = context.now();
  const wait = await minuteLimit.take([{ key: `challenge ${userId}`, most: 20 }], now);
  if (wait > 0) throw tooMany('Passkeys were asked for too often.', wait);
  const has = await keysOf(database, userId);
  if (has.length === 0) throw new Problem('refused', 'This account has no passkey. Type a code.');
  const challenge = await putChallenge(database, { userId, purpose: 'sign-in', ticketId }, now);
  return { options: await requestOptions(party, { challenge, has }) };
};

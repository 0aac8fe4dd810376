import { requestOptions } from '../../access/passkey-ceremony.ts';
import { keysOf, putChallenge } from '../../access/passkeys.ts';
import { tooMany } from '../../access/rate-limit.ts';
import { relyingParty } from '../../access/relying-party.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';

export const handler: OperationHandler<'factor.prove'> = async (call) => {
  const { body, context } = call;
  const { id } = signedIn(call);
  const { config, database, minuteLimit } = context;
  const party = relyingParty(config);
  const has = party && !body.code?.trim() ? await keysOf(database, id) : [];
  if (!party || has.length === 0) return { options: null };
  const now = context.now();
  const wait = await minuteLimit.take([{ key: `challenge ${id}`, most: 20 }], now);
  if (wait > 0) throw tooMany('Passkeys were asked for too often.', wait);
  const challenge = await putChallenge(database, { userId: id, purpose: 'prove' }, now);
  return { options: await requestOptions(party, { challenge, has }) };
};

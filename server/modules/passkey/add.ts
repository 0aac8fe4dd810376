import { challengeOf, newKey } from '../../access/passkey-ceremony.ts';
import { addKey, mostKeys, takeChallenge } from '../../access/passkeys.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { partyOf } from './party-of.ts';

const refusals = {
  known: 'This passkey is known already.',
  'too-many': `You have ${mostKeys} passkeys. Remove one before you add another.`,
};

export const handler: OperationHandler<'passkey.add'> = async (call) => {
  const { body, context, request } = call;
  const { config, database, log } = context;
  const { id, username } = signedIn(call);
  const party = partyOf(config);
  const entry = { user: id, username, from: request.ip };
  const now = context.now();
  const challenge = challengeOf(body.credential);
  const asked = { userId: id, purpose: 'add' } as const;
  const key =
    challenge && (await takeChallenge(database, asked, { challenge, now }))
      ? await newKey(party, body.credential, challenge)
      : null;
  if (!key) {
    log.security('passkey-refused', entry);
    throw new Problem(
      'refused',
      'This passkey was not added: it took too long, or it does not check who uses it. Try again.',
    );
  }
  const codes = await addKey(database, id, { key, name: body.name.trim(), now });
  if (typeof codes === 'string') throw new Problem('refused', refusals[codes]);
  log.security('passkey-added', { ...entry, name: body.name.trim() });
  return { codes, codes_text: codes.join('\n') };
};

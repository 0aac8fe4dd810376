// A second factor as somebody shows it: a code that they type, or the answer of a passkey.
import type { DatabaseClient } from '../database/client.ts';
import type { Database } from '../database/open-database.ts';
import { type Answer, assertedCounter, challengeOf } from './passkey-ceremony.ts';
import { type Asked, countUse, keysOf, takeChallenge } from './passkeys.ts';
import type { RelyingParty } from './relying-party.ts';
import type { Sealing } from './sealing.ts';
import { type ProvedBy, takeCode } from './second-factor.ts';

export interface Shown {
  readonly code?: string | null;
  readonly credential?: Answer | null;
}

export interface Prover {
  readonly database: Pick<Database, 'owner'>;
  readonly sealing: Sealing;
  /** Null where there are no passkeys. */
  readonly party: RelyingParty | null;
}

/** What came of it; `counter`: the passkey is right and its counter went back, as that of a copy would. */
export type Proof = ProvedBy | 'counter' | null;

/** Looks at what was shown; what is answered uses it up, in the transaction of what it opens. */
export async function readShown(
  prover: Prover,
  asked: Asked,
  { code, credential }: Shown,
  now: Date,
): Promise<(client: DatabaseClient) => Promise<Proof>> {
  const { userId } = asked;
  if (!credential) return (client) => takeCode(client, prover.sealing, { userId, code: code ?? '', now });
  const used = await readAnswer(prover, asked, credential, now);
  if (!used) return async () => null;
  return async (client) =>
    (await countUse(client, used.keyId, { counter: used.counter, now })) ? 'passkey' : 'counter';
}

async function readAnswer({ database, party }: Prover, asked: Asked, answer: Answer, now: Date) {
  const challenge = challengeOf(answer);
  if (!party || !challenge || !(await takeChallenge(database, asked, { challenge, now }))) return null;
  const key = (await keysOf(database, asked.userId)).find(
    ({ credential_id }) => credential_id.toString('base64url') === answer.id,
  );
  if (!key) return null;
  const counter = await assertedCounter(party, answer, { key, challenge });
  return counter === null ? null : { keyId: key.id, counter };
}

/** Takes what was shown where nothing but the proof follows. */
export async function takeShown(prover: Prover, asked: Asked, shown: Shown, now: Date): Promise<Proof> {
  return prover.database.owner(await readShown(prover, asked, shown, now));
}

import { passkeysUnavailable, type RelyingParty, relyingParty } from '../../access/relying-party.ts';
import type { Config } from '../../config.ts';
import { Problem } from '../../problem.ts';

/** Who passkeys are made for, or the refusal that says why there are none. */
export function partyOf(config: Pick<Config, 'product' | 'publicUrl'>): RelyingParty {
  const party = relyingParty(config);
  if (party) return party;
  throw new Problem('refused', passkeysUnavailable(config) ?? 'Passkeys are not offered here.');
}

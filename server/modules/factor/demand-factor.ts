import { type Shown, takeShown } from '../../access/prove-factor.ts';
import { tooMany } from '../../access/rate-limit.ts';
import { relyingParty } from '../../access/relying-party.ts';
import type { ProvedBy } from '../../access/second-factor.ts';
import { type AnyCall, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';

/** Counts a try of the caller to show their second factor. */
export async function countTry({ context, caller }: AnyCall): Promise<void> {
  const { id } = signedIn({ caller });
  const wait = await context.minuteLimit.take([{ key: `code ${id}`, most: 5 }], context.now());
  if (wait > 0) throw tooMany('Too many codes were tried.', wait);
}

/** What a wrong code or a passkey that does not prove anything is answered, at the field where there is one. */
export function refuseShown({ credential }: Shown, counter = false): Problem {
  if (counter)
    return new Problem(
      'refused',
      'This passkey was refused, because it may have been copied: its count of uses went back. Use another way, remove the passkey, and tell an administrator.',
    );
  if (credential)
    return new Problem(
      'refused',
      'This passkey was not accepted: it took too long, or it is no longer one of this account. Try again, or type a recovery code.',
    );
  const message = 'This code is wrong, was used already or is too old. Type the next one that the app shows.';
  return new Problem('refused', message, { errors: [{ pointer: '/code', message }] });
}

/** Takes a code or a passkey of the caller, or refuses. */
export async function demandFactor(call: AnyCall, shown: Shown): Promise<ProvedBy> {
  const { context, request } = call;
  const { id, username } = signedIn(call);
  const { config, database, log, sealing } = context;
  if (!shown.code?.trim() && !shown.credential) {
    const message = 'Type a code, or use a passkey.';
    throw new Problem('refused', message, { errors: [{ pointer: '/code', message }] });
  }
  await countTry(call);
  const prover = { database, sealing, party: relyingParty(config) };
  const by = await takeShown(prover, { userId: id, purpose: 'prove' }, shown, context.now());
  if (by !== null && by !== 'counter') return by;
  const event = by === null ? 'second-factor-refused' : 'passkey-counter-went-back';
  log.security(event, { user: id, username, from: request.ip });
  throw refuseShown(shown, by === 'counter');
}

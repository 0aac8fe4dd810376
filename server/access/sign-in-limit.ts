import type { Device } from './devices.ts';
import { networkOf } from './network-of.ts';
import type { Tried } from './rate-limit.ts';

/** What a try to sign in counts as, and the key that a good one clears. */
export interface SignInTries {
  readonly tries: readonly Tried[];
  readonly cleared: string;
}

/**
 * Five free tries for a name from one network, twenty for a name, thirty from a network. A browser that signed in under
 * the name before counts for itself alone: neither what others try with the name nor its neighbours shut it out.
 */
export function signInTries(step: string, name: string, address: string, known: Device | null): SignInTries {
  if (known) {
    const own = `${step} ${name} device ${known.id}`;
    return { tries: [{ key: own, most: 5 }], cleared: own };
  }
  const network = networkOf(address);
  const pair = `${step} ${name}@${network}`;
  return {
    tries: [
      { key: pair, most: 5 },
      { key: `${step} name ${name}`, most: 20 },
      { key: `${step} address ${network}`, most: 30 },
    ],
    cleared: pair,
  };
}

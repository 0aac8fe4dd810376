// The browser's own ways of talking between tabs, behind the ports of election and polling.
import { isJsonObject } from '#src/core/values.ts';
import { type Election, type Lease, leaseElection, lockElection } from './election.ts';
import type { Channel, Message } from './polling.ts';

const name = 'cadastre.notifications';

function isMessage(value: unknown): value is Message {
  if (!isJsonObject(value)) return false;
  const due = value.dueIn === null || typeof value.dueIn === 'number';
  return (
    value.kind === 'hello' ||
    (value.kind === 'beat' && typeof value.dueIn === 'number') ||
    (value.kind === 'count' && typeof value.count === 'number' && due)
  );
}

const hasChannels = () => typeof BroadcastChannel !== 'undefined';

/** Tabs of one user only: another user may be signed in at the same time in a tab that has not yet followed. */
export function tabChannel(user: number): Channel & { readonly close: () => void } {
  if (!hasChannels()) return { post: () => undefined, listen: () => () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(`${name}.${user}`);
  return {
    post: (message) => channel.postMessage(message),
    listen: (take) => {
      const hear = (event: MessageEvent<unknown>) => {
        if (isMessage(event.data)) take(event.data);
      };
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
    close: () => channel.close(),
  };
}

function readLease(): Lease | null {
  try {
    const lease: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    if (!isJsonObject(lease) || typeof lease.id !== 'string' || typeof lease.until !== 'number') return null;
    return { id: lease.id, until: lease.until };
  } catch {
    return null;
  }
}

// Storage that is blocked: then every tab leads itself.
let inMemory: Lease | null = null;

function writeLease(lease: Lease | null): void {
  inMemory = lease;
  try {
    if (lease === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(lease));
  } catch {
    // Kept in memory above.
  }
}

function storageWorks(): boolean {
  try {
    localStorage.setItem(`${name}.probe`, '');
    localStorage.removeItem(`${name}.probe`);
    return true;
  } catch {
    return false;
  }
}

export function tabElection(): Election {
  // Only pages that came over https, or from this machine, have locks.
  if (navigator.locks && hasChannels()) return lockElection(navigator.locks, name);
  // A tab that the others cannot tell anything leads itself.
  const read = hasChannels() && storageWorks() ? readLease : () => inMemory;
  return leaseElection(
    { read, write: writeLease },
    crypto.getRandomValues(new Uint32Array(4)).join('-'),
    () => Date.now(),
  );
}

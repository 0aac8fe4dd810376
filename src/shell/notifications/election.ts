// One tab of several does what only one shall do.

export interface Candidacy {
  /** Takes the lead from a tab that holds it but no longer shows a sign of life. */
  readonly take: () => void;
  readonly stop: () => void;
}

export interface Terms {
  readonly onLead: () => void;
  readonly onLose: () => void;
}

export type Election = (terms: Terms) => Candidacy;

/** By the browser's locks: a tab that is closed or dies gives its lock back at once. */
export function lockElection(locks: LockManager, name: string): Election {
  return ({ onLead, onLose }) => {
    let stopped = false;
    let giveBack: () => void = () => undefined;
    let waiting = new AbortController();
    const hold = () => {
      if (stopped) return;
      onLead();
      return new Promise<void>((resolve) => {
        giveBack = resolve;
      });
    };
    const stand = (options: LockOptions): void => {
      locks.request(name, options, hold).catch((error: unknown) => {
        // A wait that is given up was never the lead; a lock that is taken away was.
        if (stopped || options.signal?.aborted) return;
        onLose();
        if (error instanceof DOMException && error.name === 'AbortError') queue();
      });
    };
    const queue = () => {
      waiting = new AbortController();
      stand({ signal: waiting.signal });
    };
    queue();
    return {
      take: () => {
        if (stopped) return;
        waiting.abort();
        stand({ steal: true });
      },
      stop: () => {
        stopped = true;
        waiting.abort();
        giveBack();
      },
    };
  };
}

export interface Lease {
  readonly id: string;
  /** Wall clock, in ms. */
  readonly until: number;
}

export interface LeaseStore {
  readonly read: () => Lease | null;
  readonly write: (lease: Lease | null) => void;
}

/** How long a lease is good, and how often it is renewed and looked at, in ms. */
const leaseFor = 25_000;
const leaseTick = 5_000;
const leaseFirstLook = 500;

/** Without locks (a page that came over plain http has none): a lease in the storage that all tabs share. */
export function leaseElection(store: LeaseStore, id: string, now: () => number): Election {
  return ({ onLead, onLose }) => {
    let leads = false;
    const renew = () => store.write({ id, until: now() + leaseFor });
    const look = () => {
      const lease = store.read();
      const mine = lease?.id === id;
      // A lease that ends later than any could was written under another clock.
      const free = lease === null || lease.until < now() || lease.until > now() + 2 * leaseFor;
      if (leads && !mine && !free) {
        leads = false;
        onLose();
      } else if (leads) renew();
      else if (mine && !free) {
        // Written at the last look, and nobody has written over it since: two tabs never both see that.
        leads = true;
        renew();
        onLead();
      } else if (free) renew();
    };
    look();
    const soon = setTimeout(look, leaseFirstLook);
    const timer = setInterval(look, leaseTick);
    return {
      take: () => {
        if (!leads) renew();
      },
      stop: () => {
        clearTimeout(soon);
        clearInterval(timer);
        if (leads) store.write(null);
        leads = false;
      },
    };
  };
}

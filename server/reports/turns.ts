import { Problem } from '../problem.ts';

/** Lets a few pieces of heavy work run at once: so many per user, so many in all, the rest waits in line. */
export interface Turns {
  readonly run: <T>(user: number, work: () => Promise<T>) => Promise<T>;
  /** The same turns for somebody who may go: whoever has gone leaves the line, and `run` throws the signal's reason. */
  readonly until: (signal: AbortSignal) => Turns;
}

export interface TurnLimits {
  readonly perUser: number;
  readonly inAll: number;
  /** Places in line of one user: nobody's wait takes the place of another. */
  readonly waiting: number;
  /** Places in line of all users together, which bounds what the server holds; 25 times those of one where not given. */
  readonly waitingInAll?: number;
}

interface Waiting {
  readonly user: number;
  readonly start: () => void;
}

/** Milliseconds that a piece of work is thought to take before one has ended. */
const firstGuessMs = 2_000;
/** How much the last piece counts in the mean. */
const weightOfLast = 0.2;
const longestWait = 600;

/** `now` in milliseconds measures how long work takes, which `retry-after` tells. */
export function createTurns(limits: TurnLimits, now: () => number = () => performance.now()): Turns {
  const running = new Map<number, number>();
  const queue: Waiting[] = [];
  const mostInLine = limits.waitingInAll ?? limits.waiting * 25;
  let meanMs = firstGuessMs;
  const total = () => [...running.values()].reduce((sum, n) => sum + n, 0);
  const runningOf = (user: number) => running.get(user) ?? 0;
  const waitingOf = (user: number) => queue.filter((waiting) => waiting.user === user).length;
  const mayRun = (user: number) => total() < limits.inAll && runningOf(user) < limits.perUser;

  /** Whoever has the fewest running is next; of equals, who came first. */
  const startNext = () => {
    for (;;) {
      const able = queue.filter(({ user }) => mayRun(user));
      const least = Math.min(...able.map(({ user }) => runningOf(user)));
      const next = able.find(({ user }) => runningOf(user) === least);
      if (!next) return;
      queue.splice(queue.indexOf(next), 1);
      next.start();
    }
  };

  /** Seconds until one more of this user would have come to its turn. */
  const waitOf = (user: number): number => {
    const own = (waitingOf(user) + 1) / limits.perUser;
    const all = (queue.length + 1) / limits.inAll;
    return Math.min(longestWait, Math.max(1, Math.ceil((Math.max(own, all) * meanMs) / 1_000)));
  };

  const take = (user: number) => {
    running.set(user, runningOf(user) + 1);
  };

  const giveBack = (user: number) => {
    const left = runningOf(user) - 1;
    if (left === 0) running.delete(user);
    else running.set(user, left);
    startNext();
  };

  const turnOf = (user: number, signal: AbortSignal | null) => {
    if (mayRun(user)) {
      take(user);
      return Promise.resolve();
    }
    if (waitingOf(user) >= limits.waiting || queue.length >= mostInLine)
      throw new Problem('too-many-requests', undefined, { retryAfter: waitOf(user) });
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        user,
        start: () => {
          signal?.removeEventListener('abort', leave);
          take(user);
          resolve();
        },
      };
      queue.push(waiting);
      signal?.addEventListener('abort', leave, { once: true });
    });
  };

  const turnsFor = (signal: AbortSignal | null): Turns => ({
    run: async (user, work) => {
      signal?.throwIfAborted();
      await turnOf(user, signal);
      const begun = now();
      try {
        return await work();
      } finally {
        meanMs += weightOfLast * (now() - begun - meanMs);
        giveBack(user);
      }
    },
    until: turnsFor,
  });
  return turnsFor(null);
}

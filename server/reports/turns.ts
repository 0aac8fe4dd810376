import { Problem } from '../problem.ts';

/** Lets a few pieces of heavy work run at once: so many per user, so many in all, the rest waits in line. */
export interface Turns {
  readonly run: <T>(user: number, work: () => Promise<T>) => Promise<T>;
}

interface Waiting {
  readonly user: number;
  readonly start: () => void;
}

export function createTurns(limits: {
  readonly perUser: number;
  readonly inAll: number;
  readonly waiting: number;
}): Turns {
  const running = new Map<number, number>();
  const queue: Waiting[] = [];
  const total = () => [...running.values()].reduce((sum, n) => sum + n, 0);
  const mayRun = (user: number) => total() < limits.inAll && (running.get(user) ?? 0) < limits.perUser;

  const startNext = () => {
    for (let i = 0; i < queue.length && total() < limits.inAll; ) {
      const next = queue[i];
      if (next && mayRun(next.user)) {
        queue.splice(i, 1);
        next.start();
      } else i++;
    }
  };

  return {
    run: async (user, work) => {
      if (!mayRun(user)) {
        if (queue.length >= limits.waiting) throw new Problem('too-many-requests');
        await new Promise<void>((resolve) => {
          queue.push({
            user,
            start: () => {
              running.set(user, (running.get(user) ?? 0) + 1);
              resolve();
            },
          });
        });
      } else running.set(user, (running.get(user) ?? 0) + 1);
      try {
        return await work();
      } finally {
        const left = (running.get(user) ?? 1) - 1;
        if (left === 0) running.delete(user);
        else running.set(user, left);
        startNext();
      }
    },
  };
}

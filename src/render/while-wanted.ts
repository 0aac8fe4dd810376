// A question that nobody waits for any more is taken back.
import { useCallback, useLayoutEffect } from 'react';

interface Wanted {
  count: number;
  readonly running: Set<AbortController>;
}

const wanted = new Map<string, Wanted>();

/** Runs what is asked under a key; when the last that asks under it is gone, what still runs is cancelled. */
export function useWhileWanted(key: string): <T>(run: (signal: AbortSignal) => Promise<T>) => Promise<T> {
  // Before what is asked at the first drawing.
  useLayoutEffect(() => {
    const mine = wanted.get(key) ?? { count: 0, running: new Set() };
    wanted.set(key, mine);
    mine.count++;
    return () => {
      mine.count--;
      // Another part may take the question over in the same moment.
      queueMicrotask(() => {
        if (mine.count > 0 || wanted.get(key) !== mine) return;
        wanted.delete(key);
        for (const controller of mine.running) controller.abort();
      });
    };
  }, [key]);
  return useCallback(
    async (run) => {
      const controller = new AbortController();
      const { running } = wanted.get(key) ?? { running: new Set<AbortController>() };
      running.add(controller);
      try {
        return await run(controller.signal);
      } finally {
        running.delete(controller);
      }
    },
    [key],
  );
}

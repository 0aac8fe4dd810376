import { useEffect, useRef, useState } from 'react';

/** The keys with one of them at another place. */
export function moved(keys: readonly string[], key: string, to: number): readonly string[] {
  const rest = keys.filter((one) => one !== key);
  const place = Math.max(0, Math.min(rest.length, to));
  return [...rest.slice(0, place), key, ...rest.slice(place)];
}

export interface Order {
  readonly keys: readonly string[];
  /** Said to who does not see the move. */
  readonly said: string;
  readonly move: (key: string, to: number, name: string) => void;
}

/** The order as the person has it: shown at once, and as stored again when the rows come anew or the save fails. */
export function useOrder(
  stored: readonly string[],
  revision: unknown,
  save: (keys: readonly string[]) => Promise<boolean>,
): Order {
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const [said, setSaid] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are the newest order
  useEffect(() => setWanted(null), [revision]);
  const keys = wanted && wanted.length === stored.length ? wanted : stored;
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  return {
    keys,
    said,
    move: (key, to, name) => {
      const next = moved(keys, key, to);
      if (next.every((one, i) => one === keys[i])) return;
      setWanted(next);
      setSaid(`${name} is at place ${next.indexOf(key) + 1} of ${next.length}.`);
      // One after the other: each move is told of the whole order.
      saving.current = saving.current.then(async () => {
        if (!(await save(next))) setWanted(null);
      });
    },
  };
}

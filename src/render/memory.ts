import { useMemo } from 'react';
import type { Memory, Visit } from './block-props.ts';

/** Asked for at each use: where storage is blocked, already its name throws. */
type Keeper = () => Storage;

function read(storage: Keeper, key: string): unknown {
  try {
    const text = storage().getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function write(storage: Keeper, key: string, value: unknown): void {
  try {
    if (value === null || value === undefined) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify(value));
  } catch {
    // A full or blocked storage costs the memory, not the work.
  }
}

/** Remembered for this user in this browser, by block, e.g. column widths. */
export function useMemoryOf(user: number | null, screen: string): (block: string) => Memory {
  return useMemo(() => {
    const made = new Map<string, Memory>();
    return (block) =>
      memoized(made, block, `cadastre.memory.${user ?? 0}.${screen}.${block}`, () => localStorage);
  }, [user, screen]);
}

/**
 * Belongs to one entry of the browser's history, so that Back finds scroll and selection as they were. What loads the
 * application begins with the same key whatever its address, so that an entry is named by both.
 */
export function useVisitOf(entry: string): (block: string) => Visit {
  return useMemo(() => {
    const made = new Map<string, Visit>();
    return (block) => memoized(made, block, `cadastre.visit.${entry}.${block}`, () => sessionStorage);
  }, [entry]);
}

function memoized(made: Map<string, Memory>, block: string, prefix: string, storage: Keeper): Memory {
  const known = made.get(block);
  if (known) return known;
  const memory: Memory = {
    get: (key) => read(storage, `${prefix}.${key}`),
    set: (key, value) => write(storage, `${prefix}.${key}`, value),
  };
  made.set(block, memory);
  return memory;
}

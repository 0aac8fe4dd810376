import { useMemo } from 'react';
import type { Memory, Visit } from './block-props.ts';

function read(storage: Storage, key: string): unknown {
  try {
    const text = storage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function write(storage: Storage, key: string, value: unknown): void {
  try {
    if (value === null || value === undefined) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or blocked storage costs the memory, not the work.
  }
}

/** Remembered for this user in this browser, e.g. column widths. */
export function useMemory(user: number | null, place: string): Memory {
  return useMemo(
    () => ({
      get: (key) => read(localStorage, `cadastre.memory.${user ?? 0}.${place}.${key}`),
      set: (key, value) => write(localStorage, `cadastre.memory.${user ?? 0}.${place}.${key}`, value),
    }),
    [user, place],
  );
}

/** Belongs to one entry of the browser's history, so that Back finds scroll and selection as they were. */
export function useVisit(entry: string, place: string): Visit {
  return useMemo(
    () => ({
      get: (key) => read(sessionStorage, `cadastre.visit.${entry}.${place}.${key}`),
      set: (key, value) => write(sessionStorage, `cadastre.visit.${entry}.${place}.${key}`, value),
    }),
    [entry, place],
  );
}

import { type ComponentType, lazy } from 'react';

/** How long a part of the application's code may take to arrive, in ms. */
const longest = 120_000;

/** Code of the application that did not arrive. The browser may keep the failure, so only a reload helps. */
export class LoadError extends Error {
  constructor(cause: unknown) {
    super('A part of the application could not be loaded.', { cause });
    this.name = 'LoadError';
  }
}

/** Loads code; a failure, or 120 s without it, is a LoadError. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Nothing came within ${longest / 1000} s.`)), longest);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (thrown) {
    throw new LoadError(thrown);
  } finally {
    clearTimeout(timer);
  }
}

/** A component whose code is loaded when it is first drawn. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => ({ default: await loadPart(load) }));
}

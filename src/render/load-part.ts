import { type ComponentType, lazy } from 'react';

/** How long a part of the application's code may take to arrive, in s. */
const longest = 120;

/** Code of the application that did not arrive. The browser may keep the failure, so only a reload helps. */
export class LoadError extends Error {
  constructor(cause: unknown) {
    super('A part of the application could not be loaded.', { cause });
    this.name = 'LoadError';
  }
}

/** Loads code; a failure, or 120 s without it, is a LoadError. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setInterval> | undefined;
  const late = new Promise<never>((_, reject) => {
    // Counted second by second: while a computer sleeps nothing comes, and that is no fault of the network.
    let passed = 0;
    timer = setInterval(() => {
      passed += 1;
      if (passed >= longest) reject(new Error(`Nothing came within ${longest} s.`));
    }, 1_000);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (thrown) {
    throw new LoadError(thrown);
  } finally {
    clearInterval(timer);
  }
}

/** A component whose code is loaded when it is first drawn. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => ({ default: await loadPart(load) }));
}

import { useEffect } from 'react';
import { type Key, type Middleware, useSWRConfig } from 'swr';
import { asFailure, isAbort } from '#src/render/failure.ts';
import { LoadError } from '#src/render/load-part.ts';
import { showFailure } from '#src/shell/snackbars.tsx';

/** Named by what they hold, or the same for everybody. */
const everybodys: ReadonlySet<unknown> = new Set(['definition', 'expressions', 'validator']);

/** What is kept belongs to one session: whoever signs in next sees nothing of it. */
export function perSession(token: string | null): Middleware {
  const scoped = (key: unknown): Key =>
    !key || everybodys.has(Array.isArray(key) ? key[0] : key) ? (key as Key) : [sessionOf(token), key];
  return (next) => (key, fetcher, config) =>
    next(typeof key === 'function' ? () => scoped(key()) : scoped(key), fetcher, config);
}

function sessionOf(token: string | null): string {
  return `session ${token ?? ''}`;
}

/** Forgets what was kept for other sessions and, of the lists that are kept per visit, for other visits. */
export function useForgetting(token: string | null, visit: string): void {
  const { cache } = useSWRConfig();
  useEffect(() => {
    const session = JSON.stringify(sessionOf(token));
    for (const key of [...cache.keys()]) {
      const other = key.startsWith('@"session ') && !key.startsWith(`@${session},`);
      const left = key.includes('@"reference",') && !key.includes(`@"reference",${JSON.stringify(visit)},`);
      if (other || left) cache.delete(key);
    }
  }, [cache, token, visit]);
}

/** Something that is shown could not be loaded. The end of a session and code that does not come say it in their own way. */
export function tellFailure(thrown: unknown): void {
  if (isAbort(thrown) || thrown instanceof LoadError || asFailure(thrown).status === 401) return;
  showFailure(thrown);
}

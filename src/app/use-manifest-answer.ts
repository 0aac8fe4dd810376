import { useCallback, useEffect, useRef } from 'react';
import useSWR, { mutate } from 'swr';
import type { ManifestEntry } from '#src/core/linked.ts';
import { client } from './client.ts';
import { useEvent } from './events.ts';
import { askEveryMs, followDefinitions } from './follow-definitions.ts';
import { askForUser } from './use-browser-ports.ts';

export interface Manifest {
  readonly version: string;
  readonly today?: string;
  readonly entries: readonly ManifestEntry[];
}

function askAgain(): void {
  void mutate((key) => Array.isArray(key) && key[0] === 'manifest');
}

/** The screens that this session may open, kept up to date; with them who the session is. */
export function useManifestAnswer(token: string | null): {
  readonly manifest: Manifest | undefined;
  readonly error: unknown;
  readonly again: () => void;
} {
  const {
    data: manifest,
    error,
    mutate: ask,
  } = useSWR(['manifest', token], () => client.call('definition.manifest') as Promise<Manifest>, {
    // The answer is 304 as long as nothing changed; a failure is asked again later and later.
    refreshInterval: askEveryMs,
    revalidateOnFocus: true,
    focusThrottleInterval: 5_000,
    errorRetryInterval: 10_000,
    keepPreviousData: false,
  });
  useEffect(() => followDefinitions(askAgain), []);
  // Any answer may tell that definitions changed, such as that of one's own publishing.
  useEvent('definitionsChanged', askAgain);
  useEffect(() => {
    if (token !== null) askForUser();
  }, [token]);
  const version = manifest?.version ?? null;
  const known = useRef<string | null>(null);
  useEffect(() => {
    if (version === null || version === known.current) return;
    // Rights and menu may have changed with it; the first one comes with the user.
    if (known.current !== null && token !== null) askForUser();
    known.current = version;
  }, [version, token]);
  const again = useCallback(() => void ask(), [ask]);
  return { manifest, error, again };
}

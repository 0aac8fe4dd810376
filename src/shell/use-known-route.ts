import { useCallback } from 'react';
import { matchRoute } from '#src/core/route.ts';
import { useManifest } from '#src/render/ports.tsx';

/** Tells whether an address leads to a page that this user may open: only then it is drawn as a link. */
export function useKnownRoute(): (path: string) => boolean {
  const entries = useManifest();
  return useCallback((path) => matchRoute(entries, path.split(/[?#]/)[0] ?? '') !== null, [entries]);
}

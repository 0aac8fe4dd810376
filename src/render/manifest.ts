import { createContext, useContext } from 'react';
import type { ManifestEntry } from '#src/core/linked.ts';

const ManifestContext = createContext<readonly ManifestEntry[]>([]);
export const ManifestProvider = ManifestContext.Provider;

/** The screens that this user may open. */
export function useManifest(): readonly ManifestEntry[] {
  return useContext(ManifestContext);
}

import { useMemo } from 'react';
import type { Workspace } from '#src/render/ports.tsx';
import { useSession } from '#src/session/store.ts';
import { chooseDataset, datasetOf, rememberChoice, yearsOf } from '#src/session/workspace.ts';
import { client } from './client.ts';

/** What the person works with on every page, as the session knows it. */
export function useBrowserWorkspace(): Workspace {
  const dataset = useSession(datasetOf);
  const years = useSession(yearsOf);
  return useMemo(
    () => ({
      dataset,
      years,
      chooseDataset: (chosen) => chooseDataset(client, chosen),
      remember: rememberChoice,
    }),
    [dataset, years],
  );
}

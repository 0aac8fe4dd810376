import { useMemo } from 'react';
import type { Workspace } from '#src/render/ports.tsx';
import { useSession } from '#src/session/store.ts';
import { chooseDataset, datasetOf, hiddenOf, rememberChoice, yearsOf } from '#src/session/workspace.ts';
import { client } from './client.ts';

/** What the person works with on every page, as the session knows it. */
export function useBrowserWorkspace(): Workspace {
  const dataset = useSession(datasetOf);
  const years = useSession(yearsOf);
  const hiddenRows = useSession(hiddenOf);
  return useMemo(
    () => ({
      dataset,
      years,
      hiddenRows,
      hideRows: async (search, rows) => (await import('#src/session/hidden-rows.ts')).hideRows(search, rows),
      chooseDataset: (chosen) => chooseDataset(client, chosen),
      remember: rememberChoice,
    }),
    [dataset, years, hiddenRows],
  );
}

import useSWR from 'swr';
import type { CodeRow } from '#src/core/linked.ts';
import { listNamed } from '#src/core/reference-names.ts';
import { isJsonObject } from '#src/core/values.ts';
import { useApi } from './ports.tsx';
import { referenceLoader } from './reference-loader.ts';
import { useVisit } from './visit.ts';

export interface ReferenceList {
  readonly rows: readonly CodeRow[];
  readonly failed: boolean;
  readonly loading: boolean;
}

function toCodeRow(item: unknown): CodeRow | null {
  if (!isJsonObject(item)) return null;
  const code = item.code ?? item.id;
  if (typeof code !== 'string' && typeof code !== 'number') return null;
  return {
    code: String(code),
    label: typeof item.name === 'string' ? item.name : String(code),
    active: item.active !== false,
  };
}

/** How long a list counts as fresh on one page, in ms. */
const freshFor = 60_000;

/**
 * Items of a reference list of the server by any of its names; empty when it cannot be loaded. Kept for one visit of
 * one page.
 */
export function useReferenceList(name: string | null): ReferenceList {
  const api = useApi();
  const visit = useVisit();
  const { data, error, isLoading } = useSWR(
    name ? ['reference', visit, listNamed(name)] : null,
    async () => (await referenceLoader(api)(name ?? '')).map(toCodeRow).filter((row) => row !== null),
    { revalidateOnFocus: false, revalidateOnReconnect: false, dedupingInterval: freshFor },
  );
  return { rows: data ?? nothing, failed: Boolean(error), loading: isLoading };
}

const nothing: readonly CodeRow[] = [];

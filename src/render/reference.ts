import useSWR from 'swr';
import type { CodeRow } from '#src/core/linked.ts';
import { isJsonObject } from '#src/core/values.ts';
import { useApi } from './ports.ts';

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

/** Items of a reference list of the server by its name; empty when it cannot be loaded. */
export function useReferenceList(name: string | null): ReferenceList {
  const api = useApi();
  const { data, error, isLoading } = useSWR(
    name ? ['reference', name] : null,
    async () => {
      const answer = await api.call('reference.lists', { query: { which: name } });
      const items = isJsonObject(answer) ? answer[name ?? ''] : null;
      return Array.isArray(items) ? items.map(toCodeRow).filter((row) => row !== null) : [];
    },
    { revalidateOnFocus: false, dedupingInterval: 60_000 },
  );
  return { rows: data ?? [], failed: Boolean(error), loading: isLoading };
}

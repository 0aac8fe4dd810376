// Which pages show one record, by what the manifest says: only those that this user may open.
import { useCallback, useMemo } from 'react';
import type { ManifestEntry } from '#src/core/linked.ts';
import { matchRoute } from '#src/core/route.ts';
import { useManifest } from './ports.tsx';

export interface RecordPlace {
  readonly list: string;
  readonly id: number;
}

/** The address of a record's page; null where it has none that this user may open. */
export function useRecordHref(): (place: RecordPlace) => string | null {
  const entries = useManifest();
  const routes = useMemo(
    () =>
      new Map(
        entries.flatMap(({ record, route }) => (record === undefined ? [] : [[record, route] as const])),
      ),
    [entries],
  );
  return useCallback(({ list, id }) => routes.get(list)?.replace(/:[^/]+/, String(id)) ?? null, [routes]);
}

/** The record whose page stands at an address of this application. */
export function recordAt(entries: readonly ManifestEntry[], href: string): RecordPlace | null {
  const match = matchRoute(entries, href.split(/[?#]/)[0] ?? '');
  const list = match?.entry.record;
  const id = Number(Object.values(match?.params ?? {})[0]);
  return list === undefined || !Number.isSafeInteger(id) || id < 1 ? null : { list, id };
}

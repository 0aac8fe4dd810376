import { useCallback, useEffect, useRef, useState } from 'react';
import { rowsOf } from '#src/core/rows.ts';
import { isJsonObject, type Row } from '#src/core/values.ts';
import type { Failure, SourceView } from '#src/render/block-props.ts';

export interface Rows {
  readonly rows: readonly Row[];
  readonly total: number | null;
  readonly state: 'loading' | 'ready' | 'failed';
  readonly failure: Failure | null;
  /** Loads the next rows; nothing while they load or when all are here. */
  readonly more: () => void;
}

interface Loaded {
  readonly revision: string;
  readonly rows: readonly Row[];
  readonly total: number | null;
  readonly state: Rows['state'];
  readonly failure: Failure | null;
}

const nothing = { rows: [], total: null, state: 'loading', failure: null } as const;

/** The rows of a source, `pageSize` at a time; begins anew when the source's revision changes. */
export function useRows(
  source: SourceView | null,
  sort: readonly string[],
  pageSize: number,
  first: number,
): Rows {
  const revision = source?.revision ?? '';
  const [loaded, setLoaded] = useState<Loaded>({ revision, ...nothing });
  const current = loaded.revision === revision ? loaded : { revision, ...nothing };
  const busy = useRef<AbortController | null>(null);
  const paged = source !== null && source.kind !== 'operation';

  const load = useCallback(
    (kept: readonly Row[], limit: number) => {
      if (!source || !paged || busy.current) return;
      const controller = new AbortController();
      busy.current = controller;
      setLoaded({ revision, rows: kept, total: null, state: 'loading', failure: null });
      source
        .page({ offset: kept.length, limit, sort, find: '', totals: {} }, controller.signal)
        .then(
          (page) =>
            ({ rows: [...kept, ...rowsOf(page)], total: page.total, state: 'ready', failure: null }) as const,
          (thrown: unknown) =>
            ({ rows: kept, total: null, state: 'failed', failure: asFailure(thrown) }) as const,
        )
        .then((next) => {
          if (controller.signal.aborted) return;
          busy.current = null;
          setLoaded({ revision, ...next });
        });
    },
    [source, paged, revision, sort],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new revision begins anew
  useEffect(() => {
    load([], first);
    return () => {
      busy.current?.abort();
      busy.current = null;
    };
  }, [revision]);

  if (source && !paged) return ofAnswer(source);
  return {
    ...current,
    more: () => {
      if (current.total === null || current.rows.length < current.total) load(current.rows, pageSize);
    },
  };
}

/** An operation answers all its rows at once: the answer itself, or the first list in it. */
function ofAnswer(source: SourceView): Rows {
  const { value } = source;
  const list = Array.isArray(value)
    ? value
    : isJsonObject(value)
      ? (Object.values(value).find(Array.isArray) ?? [])
      : [];
  const rows: readonly Row[] = list.filter(isJsonObject);
  const state = source.status === 'failed' ? 'failed' : source.status === 'ready' ? 'ready' : 'loading';
  return { rows, total: rows.length, state, failure: source.failure, more: source.retry };
}

function asFailure(thrown: unknown): Failure {
  if (isJsonObject(thrown) && typeof thrown.message === 'string' && Array.isArray(thrown.errors))
    return thrown as unknown as Failure;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { status: 0, code: 'unknown', message, reference: null, errors: [], details: {} };
}

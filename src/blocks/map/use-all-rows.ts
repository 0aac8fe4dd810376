import { useEffect, useState } from 'react';
import { rowsOf } from '#src/core/rows.ts';
import type { Row } from '#src/core/values.ts';
import type { Failure, SourceView } from '#src/render/block-props.ts';
import { asFailure, isAbort } from '#src/render/failure.ts';
import { mostAtOnce, mostDrawn } from './most.ts';

export interface AllRows {
  readonly rows: readonly Row[];
  /** Rows that there are; null until it is known. */
  readonly total: number | null;
  readonly state: 'loading' | 'ready' | 'failed';
  readonly failure: Failure | null;
  readonly retry: () => void;
}

const nothing = { rows: [], total: null, state: 'loading', failure: null } as const;

/** All rows of a source, page after page, up to as many as a map draws; what is there is drawn while the rest comes. */
export function useAllRows(source: SourceView | null): AllRows {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Omit<AllRows, 'retry'>>(nothing);
  const revision = source?.revision ?? null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are asked for anew with the revision, or once more
  useEffect(() => {
    if (!source) return;
    const leaving = new AbortController();
    const load = async () => {
      let rows: readonly Row[] = [];
      for (;;) {
        const request = { offset: rows.length, limit: mostAtOnce, sort: [], find: '', totals: {} };
        const page = await source.page(request, leaving.signal);
        if (leaving.signal.aborted) return;
        rows = [...rows, ...rowsOf(page)];
        const more = page.count > 0 && rows.length < Math.min(page.total, mostDrawn);
        setLoaded({ rows, total: page.total, state: more ? 'loading' : 'ready', failure: null });
        if (!more) return;
      }
    };
    setLoaded(nothing);
    load().catch((thrown: unknown) => {
      if (!leaving.signal.aborted && !isAbort(thrown))
        setLoaded({ ...nothing, state: 'failed', failure: asFailure(thrown) });
    });
    return () => leaving.abort();
  }, [revision, attempt]);

  return { ...loaded, retry: () => setAttempt((n) => n + 1) };
}

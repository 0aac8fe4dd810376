import { useEffect, useState } from 'react';
import { rowsOf } from '#src/core/rows.ts';
import type { Row } from '#src/core/values.ts';
import type { Failure, SourceView } from '#src/render/block-props.ts';
import { asFailure, isAbort } from '#src/render/failure.ts';
import type { LinkedChart } from './linked-chart.ts';
import { askedBy, uncounted } from './many-rows.ts';

interface Loaded {
  /** The rows of the source that it was asked for. */
  readonly value: unknown;
  readonly rows: readonly Row[] | null;
  /** The report itself stopped at its most rows. */
  readonly limited: boolean;
  readonly failure: Failure | null;
}

/** What a chart draws: all rows of its source, or of more than were loaded what stands for them. */
export interface DrawnRows {
  readonly source: SourceView;
  /** The rows that there are, where the chart is drawn from others than those that were loaded. */
  readonly of: number | null;
  readonly limited: boolean;
}

/** Asks the database for what the chart draws where its source has more rows than were loaded. */
export function useManyRows(source: SourceView | null, chart: LinkedChart | null): DrawnRows | null {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const value = source?.value;
  const isMany = source?.cutFrom !== undefined;
  const counted = chart?.counted?.join() ?? null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew for other rows, other columns, or once more
  useEffect(() => {
    if (!source || !chart || !isMany) return;
    const leaving = new AbortController();
    source.page({ offset: 0, sort: [], find: '', totals: {}, ...askedBy(chart) }, leaving.signal).then(
      (page) => {
        if (leaving.signal.aborted) return;
        const rows = chart.counted ? uncounted(rowsOf(page)) : rowsOf(page);
        setLoaded({ value, rows, limited: page.limited, failure: null });
      },
      (thrown: unknown) => {
        if (!leaving.signal.aborted && !isAbort(thrown))
          setLoaded({ value, rows: null, limited: false, failure: asFailure(thrown) });
      },
    );
    return () => leaving.abort();
  }, [value, isMany, counted, attempt]);

  if (!source) return null;
  if (!isMany) return { source, of: null, limited: false };
  const of = source.cutFrom ?? null;
  // What was drawn stays until what is asked for now is there.
  if (!loaded) return { source: { ...source, status: 'loading' }, of, limited: false };
  if (loaded.rows === null) {
    const retry = () => {
      setLoaded(null);
      setAttempt((n) => n + 1);
    };
    return { source: { ...source, status: 'failed', failure: loaded.failure, retry }, of, limited: false };
  }
  const stale = loaded.value !== value ? { stale: true as const } : {};
  return { source: { ...source, value: loaded.rows, ...stale }, of, limited: loaded.limited };
}

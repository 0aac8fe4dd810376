// What a chart is drawn from where there are more rows than a page loads: what its marks count, or a sample of the rows.
import { countedRows, mostWhole, type PageRequest, reportRowLimit } from '#src/core/rows.ts';
import type { Row } from '#src/core/values.ts';
import type { LinkedChart } from './linked-chart.ts';

type Drawn = Pick<LinkedChart, 'counted' | 'policy'>;

/** Whether all rows decide what is drawn, as of a ranking, whose first may be any of them. */
export function drawsAll({ counted, policy }: Drawn): boolean {
  return counted === null && policy.names !== null;
}

/** How its source is asked for what the chart is drawn from. */
export function askedBy(chart: Drawn): Pick<PageRequest, 'limit' | 'sample' | 'counted'> {
  // No more can occur together in the columns that a chart counts than a report has rows.
  if (chart.counted !== null) return { limit: reportRowLimit, counted: chart.counted };
  return drawsAll(chart) ? { limit: reportRowLimit } : { limit: mostWhole, sample: mostWhole };
}

/** The rows that were counted, each as often as there are: by reference, so that many of a kind take no room. */
export function uncounted(rows: readonly Row[]): readonly Row[] {
  return rows.flatMap(({ [countedRows]: times, ...row }) =>
    Array<Row>(typeof times === 'number' ? times : 0).fill(row),
  );
}

const number = new Intl.NumberFormat('en-AU');

/** What is told where a chart is not drawn from all rows: `rows` of `of`. */
export function notesOfMany(chart: Drawn, rows: number, of: number, limited: boolean): readonly string[] {
  const notes = [
    ...(askedBy(chart).sample !== undefined && rows < of
      ? [`Drawn from a random sample of ${number.format(rows)} of ${number.format(of)} rows.`]
      : []),
    ...(limited ? [`The report stops at ${number.format(of)} rows, and the chart with it.`] : []),
  ];
  return notes.length === 0 ? [] : [...notes, 'Narrow the filters to see all.'];
}

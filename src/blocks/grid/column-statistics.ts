// What a column holds: asked of the server over all rows, or counted where all rows are here.
import type { Row } from '#src/core/values.ts';
import type { OperationAnswer } from '#src/generated/operations.ts';
import type { GridColumn } from './definition.ts';
import { formatCell, type Labels } from './format-cell.ts';
import { isMissing } from './local-rows.ts';

const measured: ReadonlySet<string> = new Set(['integer', 'number']);
const ordered: ReadonlySet<string> = new Set(['date', 'datetime']);

export type ColumnStatistics = OperationAnswer['query.statistics'];

/** The same as the server answers. */
export function statisticsOfRows(rows: readonly Row[], { id, field }: GridColumn): ColumnStatistics {
  const present = rows.map((row) => row[id]).filter((value) => !isMissing(value));
  const several = field.type === 'json' || field.type === 'list';
  const numbers = measured.has(field.type) ? present.map(Number).toSorted((a, b) => a - b) : [];
  const dates = ordered.has(field.type) ? present.map(String).toSorted() : [];
  const sorted = numbers.length > 0 ? numbers : dates;
  const low = (sorted.length - 1) >> 1;
  return {
    rows: rows.length,
    limited: false,
    empty: rows.length - present.length,
    distinct: several ? null : new Set(present).size,
    min: sorted[0] ?? null,
    median:
      numbers.length > 0
        ? ((numbers[low] ?? 0) + (numbers[numbers.length >> 1] ?? 0)) / 2
        : (dates[low] ?? null),
    mean: numbers.length > 0 ? numbers.reduce((a, b) => a + b, 0) / numbers.length : null,
    max: sorted.at(-1) ?? null,
  };
}

/** Numbers that measure nothing: the mean of record numbers or years is none. */
const naming: ReadonlySet<string> = new Set(['id', 'baseYear']);
const grouped = new Intl.NumberFormat('en-AU');

/** The statistics as they are shown, each by its name. */
export function statisticsLines(
  statistics: ColumnStatistics,
  column: GridColumn,
  labels: Labels | null,
): readonly (readonly [name: string, text: string])[] {
  const { format, field } = column;
  const coded = labels !== null || field.ref !== undefined;
  const names = coded || naming.has(format);
  const text = (value: unknown, as = format) => formatCell(field, as, { [field.id]: value }, null);
  // Between whole numbers lie others.
  const between = format === 'integer' ? 'number' : format;
  const { rows, empty, distinct, min, median, mean, max } = statistics;
  const dated = ordered.has(field.type);
  return [
    ['With a value', grouped.format(rows - empty)],
    ['Empty', grouped.format(empty)],
    ...(distinct === null ? [] : [['Different', grouped.format(distinct)] as const]),
    ...(coded || min === null ? [] : [[dated ? 'Earliest' : 'Least', text(min)] as const]),
    ...(names || median === null ? [] : [['Median', text(median, between)] as const]),
    ...(names || mean === null ? [] : [['Mean', text(mean, between)] as const]),
    ...(coded || max === null ? [] : [[dated ? 'Latest' : 'Greatest', text(max)] as const]),
  ];
}

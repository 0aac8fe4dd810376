import type { LinkedField } from '#src/core/linked.ts';
import type { PageRequest, RowPage } from '#src/core/rows.ts';
import { isJsonObject, type Row } from '#src/core/values.ts';

/** The rows of an operation's answer: the answer itself, or the first list in it. */
export function rowsOfAnswer(answer: unknown): readonly Row[] {
  const list = Array.isArray(answer)
    ? answer
    : isJsonObject(answer)
      ? Object.values(answer).find(Array.isArray)
      : [];
  return (list ?? []).filter(isJsonObject);
}

/** Serves an answer that is here as a whole page by page, with the sort, find and totals that a server would do. */
export function pageOfRows(
  rows: readonly Row[],
  fields: readonly LinkedField[],
  request: PageRequest,
): RowPage {
  const needle = request.find.toLocaleLowerCase('en-AU');
  const texts = fields.filter((field) => field.type === 'text').map((field) => field.id);
  const found = needle
    ? rows.filter((row) =>
        texts.some((id) =>
          String(row[id] ?? '')
            .toLocaleLowerCase('en-AU')
            .includes(needle),
        ),
      )
    : rows;
  const sorted = request.sort.length > 0 ? found.toSorted((a, b) => compare(a, b, request.sort)) : found;
  const shown = sorted.slice(request.offset, request.offset + request.limit);
  const described = new Set(fields.map(({ id }) => id));
  // What an answer holds beside its fields, such as whether a row may be edited, comes along.
  const others = new Set(shown.flatMap((row) => Object.keys(row)).filter((id) => !described.has(id)));
  const columns = [
    ...fields.map(({ id, type }) => ({ id, type })),
    ...[...others].map((id) => ({ id, type: 'json' as const })),
  ];
  return {
    columns,
    values: columns.map(({ id }) => shown.map((row) => row[id] ?? null)),
    offset: request.offset,
    count: shown.length,
    total: sorted.length,
    limited: false,
    totals: Object.fromEntries(
      Object.entries(request.totals).map(([column, aggregate]) => [
        column,
        aggregated(found, column, aggregate),
      ]),
    ),
    run_at: '',
    dataset: 'both',
  };
}

function compare(a: Row, b: Row, sort: readonly string[]): number {
  for (const entry of sort) {
    const id = entry.replace(/^-/, '');
    const order = compareValues(a[id], b[id]);
    if (order !== 0) return entry.startsWith('-') ? -order : order;
  }
  return 0;
}

function compareValues(a: unknown, b: unknown): number {
  const missingA = a === null || a === undefined;
  const missingB = b === null || b === undefined;
  // As PostgreSQL sorts: what is missing comes last, first when descending.
  if (missingA || missingB) return Number(missingA) - Number(missingB);
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en-AU');
}

function aggregated(
  rows: readonly Row[],
  column: string,
  aggregate: PageRequest['totals'][string],
): number | null {
  const present = rows.map((row) => row[column]).filter((value) => value !== null && value !== undefined);
  if (aggregate === 'count') return present.length;
  const numbers = present.filter((value): value is number => typeof value === 'number');
  if (numbers.length === 0) return null;
  const sum = numbers.reduce((a, b) => a + b, 0);
  if (aggregate === 'sum') return sum;
  if (aggregate === 'avg') return sum / numbers.length;
  return numbers.reduce((a, b) => (aggregate === 'min' ? Math.min(a, b) : Math.max(a, b)));
}

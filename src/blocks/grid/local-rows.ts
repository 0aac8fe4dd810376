import { meets } from '#src/core/filter.ts';
import type { LinkedField } from '#src/core/linked.ts';
import { type GroupOfRows, groupedSort, type PageRequest, type RowPage, type Total } from '#src/core/rows.ts';
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
  const types = new Map(fields.map(({ id, type }) => [id, type]));
  const filtered = request.filter
    ? rows.filter((row) =>
        request.filter?.every((filter) => meets(row, filter, types.get(filter.column) ?? 'text')),
      )
    : rows;
  const found = needle
    ? filtered.filter((row) =>
        texts.some((id) =>
          String(row[id] ?? '')
            .toLocaleLowerCase('en-AU')
            .includes(needle),
        ),
      )
    : filtered;
  const group = request.group ?? [];
  const sort = groupedSort(group, request.sort);
  const sorted = sort.length > 0 ? found.toSorted((a, b) => compare(a, b, sort)) : found;
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
    totals: totalsOf(found, request.totals),
    ...(group.length > 0 ? { groups: groupsOf(sorted, group, request.totals) } : {}),
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
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a).localeCompare(String(b), 'en-AU', { numeric: true });
}

export const isMissing = (value: unknown): boolean => value === null || value === undefined || value === '';

/** One row for each value of a column, the one with the greatest number; rows without a value all. */
function onceEach(rows: readonly Row[], column: string, once: string): readonly Row[] {
  const greatest = new Map<unknown, Row>();
  const each: Row[] = [];
  for (const row of rows) {
    const key = row[once];
    if (isMissing(key)) each.push(row);
    else {
      const known = greatest.get(key);
      if (!known || isGreater(row[column], known[column])) greatest.set(key, row);
    }
  }
  return [...each, ...greatest.values()];
}

function isGreater(a: unknown, b: unknown): boolean {
  return !isMissing(a) && (isMissing(b) || compareValues(a, b) > 0);
}

/** What a column comes to over rows that are all here. */
export function aggregated(given: readonly Row[], column: string, total: Total): number | null {
  const { how, once } = typeof total === 'string' ? { how: total, once: null } : total;
  const rows = once === null ? given : onceEach(given, column, once);
  const present = rows.map((row) => row[column]).filter((value) => value !== null && value !== undefined);
  if (how === 'count') return present.length;
  const numbers = present.filter((value): value is number => typeof value === 'number');
  if (numbers.length === 0) return null;
  const sum = numbers.reduce((a, b) => a + b, 0);
  if (how === 'sum') return sum;
  if (how === 'avg') return sum / numbers.length;
  return numbers.reduce((a, b) => (how === 'min' ? Math.min(a, b) : Math.max(a, b)));
}

function totalsOf(rows: readonly Row[], totals: PageRequest['totals']): RowPage['totals'] {
  return Object.fromEntries(
    Object.entries(totals).map(([column, total]) => [column, aggregated(rows, column, total)]),
  );
}

/** Groups of rows that are in the order of their groups, each before those within it. */
function groupsOf(
  rows: readonly Row[],
  group: readonly string[],
  totals: PageRequest['totals'],
  level = 1,
): readonly GroupOfRows[] {
  const [id] = group.slice(level - 1);
  if (id === undefined) return [];
  const groups: GroupOfRows[] = [];
  for (let start = 0, end = 0; start < rows.length; start = end) {
    const value = rows[start]?.[id] ?? null;
    while (end < rows.length && Object.is(rows[end]?.[id] ?? null, value)) end += 1;
    const own = rows.slice(start, end);
    const values = group.map((column, i) => (i < level ? (own[0]?.[column] ?? null) : null));
    groups.push({ level, values, count: own.length, totals: totalsOf(own, totals) });
    groups.push(...groupsOf(own, group, totals, level + 1));
  }
  return groups;
}

import type { ColumnFilter } from './filter.ts';
import type { Row, ValueType } from './values.ts';

/** A column-oriented page of rows: `columns[i]` describes `values[i]`, whose entries are the rows in order. */
export interface RowPage {
  readonly columns: readonly { readonly id: string; readonly type: ValueType }[];
  readonly values: readonly (readonly unknown[])[];
  readonly offset: number;
  readonly count: number;
  /** Rows of the whole filtered set. */
  readonly total: number;
  /** True when the row limit of the server bit, so that `total` is a lower bound. */
  readonly limited: boolean;
  readonly totals: { readonly [column: string]: number | null };
  /** Groups of all levels, each before those within it, in the order of their rows; there when they were asked for. */
  readonly groups?: readonly GroupOfRows[];
  readonly run_at: string;
  readonly dataset: 'real' | 'synthetic' | 'both';
}

/** What rows with the same values in the first `level` of the columns grouped by have together. */
export interface GroupOfRows {
  /** From 1, the outermost. */
  readonly level: number;
  /** One value for each column grouped by; those beyond the level say nothing. */
  readonly values: readonly unknown[];
  readonly count: number;
  readonly totals: { readonly [column: string]: number | null };
}

export type Aggregate = 'sum' | 'avg' | 'min' | 'max' | 'count';

/** How a column is totalled; with `once`, rows that share a value of that column count as one, by the greatest of theirs. */
export type Total = Aggregate | { readonly how: 'sum' | 'avg' | 'count'; readonly once: string };

export interface PageRequest {
  readonly offset: number;
  readonly limit: number;
  /** Column ids, a leading `-` for descending. */
  readonly sort: readonly string[];
  /** Text to find in any text column; empty for none. */
  readonly find: string;
  readonly totals: { readonly [column: string]: Total };
  /** What columns are filtered to; absent for nothing. */
  readonly filter?: readonly ColumnFilter[];
  /** Columns to group by, outermost first: rows come in the order of their groups. */
  readonly group?: readonly string[];
  /** Of more rows than so many, so many at random, the same whenever they are asked for; `total` says how many there are. */
  readonly sample?: number;
  /** Columns: the rows are what of them occurs together, each once, and `countedRows` says how many rows have it. */
  readonly counted?: readonly string[];
}

/** Rows of a query that a block or an expression reads as a whole; of more a chart asks the database what it draws. */
export const mostWhole = 5_000;
/** Rows at which a report stops, and says so. */
export const reportRowLimit = 100_000;
/** The column that counts the rows of `counted`. */
export const countedRows = '#rows';

/** Row `index` (0-based within the page) as an object. */
export function rowAt(page: RowPage, index: number): Row {
  const row: { [column: string]: unknown } = {};
  page.columns.forEach((column, i) => {
    row[column.id] = page.values[i]?.[index] ?? null;
  });
  return row;
}

export function rowsOf(page: RowPage): readonly Row[] {
  return Array.from({ length: page.count }, (_, i) => rowAt(page, i));
}

/** The order of rows within their groups: what they are grouped by stands first; a sort over it turns it round. */
export function groupedSort(group: readonly string[], sort: readonly string[]): readonly string[] {
  if (group.length === 0) return sort;
  const rest = sort.filter((term) => !group.includes(term.replace(/^-/, '')));
  return [...group.map((id) => (sort.includes(`-${id}`) ? `-${id}` : id)), ...rest];
}

/** Whether rows that were asked for and are there are missing: a page ends where its bytes do. */
export function isCut({ offset, count, total }: RowPage, { limit, sample = total }: PageRequest): boolean {
  return count < Math.min(limit, total - offset, sample - offset);
}

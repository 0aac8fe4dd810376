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
  readonly run_at: string;
  readonly dataset: 'real' | 'synthetic' | 'both';
}

export interface PageRequest {
  readonly offset: number;
  readonly limit: number;
  /** Column ids, a leading `-` for descending. */
  readonly sort: readonly string[];
  /** Text to find in any text column; empty for none. */
  readonly find: string;
  readonly totals: { readonly [column: string]: 'sum' | 'avg' | 'min' | 'max' | 'count' };
}

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

import type { GridColumn } from './definition.ts';
import { formatTotal } from './format-cell.ts';

const words = { sum: '', avg: 'avg ', min: 'min ', max: 'max ', count: 'n ' } as const;

/** A column's total or subtotal, with the word for what it is unless it is a sum. */
export function totalText(
  column: GridColumn | null,
  totals: { readonly [column: string]: number | null },
): string {
  if (!column?.total) return '';
  const value = totals[column.id];
  const format = column.total === 'count' ? 'integer' : column.format;
  if (value === undefined || value === null) return '–';
  // A mean of measures has no end of places; two say enough.
  const shown = column.total === 'avg' && format === 'number' ? Math.round(value * 100) / 100 : value;
  return words[column.total] + formatTotal(format, shown);
}

// Lists that no office changes: days, months and the scale of a trend.
import { monthNames } from '#src/core/dates.ts';
import { formatValue } from '#src/core/format.ts';
import type { CodeRow } from '#src/core/linked.ts';

const two = (part: number) => String(part).padStart(2, '0');

export const days: readonly CodeRow[] = Array.from({ length: 31 }, (_, i) => ({
  code: two(i + 1),
  label: two(i + 1),
}));

export const months: readonly CodeRow[] = monthNames.map((label, i) => ({ code: two(i + 1), label }));

const signed = (code: string) => (Number(code) > 0 ? `+${code}` : code.replace('-', '−'));

/** From the strongest increase to the strongest decrease, as `+3 Strong increase`. */
export const trends: readonly CodeRow[] = Array.from({ length: 11 }, (_, i) => ({
  code: String(5 - i),
  label: formatValue('trend', 5 - i),
}));

/** Two steps of the scale have the same words, so its number stands before those of a code table. */
export function numbered(rows: readonly CodeRow[]): readonly CodeRow[] {
  return rows.map((row) => ({ ...row, label: `${signed(row.code)} ${row.label}` }));
}

/** The code of a day or month that a record holds as a number. */
export function twoDigits(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'string' ? String(value).padStart(2, '0') : value;
}

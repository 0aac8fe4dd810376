// Lists that no office changes: days, months and the scale of a trend.
import type { CodeRow } from '#src/core/linked.ts';

const two = (part: number) => String(part).padStart(2, '0');

export const days: readonly CodeRow[] = Array.from({ length: 31 }, (_, i) => ({
  code: two(i + 1),
  label: two(i + 1),
}));

export const months: readonly CodeRow[] = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
].map((label, i) => ({ code: two(i + 1), label }));

const strengths = ['Steady', 'Slight', 'Moderate', 'Strong', 'Very strong', 'Very strong'];

/** From the strongest increase to the strongest decrease. */
export const trends: readonly CodeRow[] = Array.from({ length: 11 }, (_, i) => {
  const code = 5 - i;
  const strength = strengths[Math.abs(code)] ?? '';
  return {
    code: String(code),
    label: code === 0 ? strength : `${strength} ${code > 0 ? 'increase' : 'decrease'}`,
  };
});

/** `3 Strong increase`: two steps of the scale have the same words, so its number stands before them. */
export function withNumbers(rows: readonly CodeRow[]): readonly CodeRow[] {
  return rows.map((row) => ({ ...row, label: `${row.code.replace('-', '−')} ${row.label}` }));
}

/** The code of a day or month that a record holds as a number. */
export function twoDigits(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'string' ? String(value).padStart(2, '0') : value;
}

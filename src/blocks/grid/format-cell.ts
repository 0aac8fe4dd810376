import type { CodeRow, FormatId } from '#src/core/linked.ts';

const grouped = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 3 });
const whole = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 0 });
const digits: { readonly [format in FormatId]?: Intl.NumberFormat } = {
  integer: whole,
  currency: whole,
  number: grouped,
  area: grouped,
  percent: new Intl.NumberFormat('en-AU', { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  ratio: new Intl.NumberFormat('en-AU', { minimumFractionDigits: 3, maximumFractionDigits: 3 }),
  factor: new Intl.NumberFormat('en-AU', { minimumFractionDigits: 4, maximumFractionDigits: 4 }),
  rate: new Intl.NumberFormat('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
};

/** The text of a value on screen; an en dash for a missing one. */
export function formatCell(
  format: FormatId,
  value: unknown,
  codes: ReadonlyMap<string, string> | null,
): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map((entry) => formatCell(format, entry, codes)).join(', ');
  if (codes) return codes.get(String(value)) ?? String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (format === 'baseYear') return String(value).slice(0, 4);
  if (typeof value === 'number') return digits[format]?.format(value).replace('-', '−') ?? String(value);
  return String(value);
}

export function codeLabels(rows: readonly CodeRow[]): ReadonlyMap<string, string> {
  return new Map(rows.map((row) => [row.code, row.label]));
}

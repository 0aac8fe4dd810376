// Rows as the chart draws them: labels for codes, days for dates; and the way back to what the server sent.
import { localDate } from '#src/core/dates.ts';
import { dayOfDate } from '#src/core/day.ts';
import type { CodeRow, LinkedField } from '#src/core/linked.ts';
import { isJsonObject, type Row } from '#src/core/values.ts';
import { type ChartOrder, originKey, seriesKey, smallKey } from './linked-chart.ts';
import type { Chosen } from './policy.ts';

export type CodeTables = { readonly [table: string]: readonly CodeRow[] };

export function rowsOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : isJsonObject(value) ? [value] : [];
}

export const collator = new Intl.Collator('en-AU', { numeric: true });

/** Rows as the marks are ordered; those without a value come last, and equal ones stay as they came. */
export function orderRows(rows: readonly Row[], order: ChartOrder | null): readonly Row[] {
  if (!order) return rows;
  const sign = order.descending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [one, other] = [a[order.field] ?? null, b[order.field] ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const difference =
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : collator.compare(String(one), String(other));
    return sign * difference;
  });
}

export function drawn(field: LinkedField, value: unknown, codes: CodeTables): unknown {
  if (value === null || value === undefined) return null;
  if (field.codes) return codes[field.codes]?.find((row) => row.code === String(value))?.label ?? value;
  if (field.type === 'date' && typeof value === 'string') return localDate(value);
  if (field.type === 'datetime' && typeof value === 'string') return new Date(value);
  if (field.type === 'boolean') return value === true ? 'Yes' : 'No';
  return value;
}

/** New objects: Vega marks what it is given. Rows of series that are switched off are left out. */
export function prepareRows(
  { rows, small, labelOf }: Pick<Chosen, 'rows' | 'small' | 'labelOf'>,
  fields: readonly LinkedField[],
  codes: CodeTables,
  off: ReadonlySet<string> = new Set(),
): object[] {
  return rows.flatMap((row) => {
    const label = labelOf(row);
    if (label !== null && off.has(label)) return [];
    const prepared: { [column: string]: unknown } = {
      ...row,
      [originKey]: row,
      [seriesKey]: label,
      [smallKey]: small.has(row),
    };
    for (const field of fields) prepared[field.id] = drawn(field, row[field.id], codes);
    return [prepared];
  });
}

/** The row behind a mark: its own, or the values that the rows of its group have in common. Null for a limit. */
export function originOf(datum: unknown, fields: readonly LinkedField[], codes: CodeTables): Row | null {
  if (typeof datum !== 'object' || datum === null) return null;
  const values = datum as { readonly [key: string]: unknown };
  const origin = values[originKey];
  if (isJsonObject(origin)) return origin;
  const row: { [column: string]: unknown } = {};
  for (const field of fields)
    if (Object.hasOwn(values, field.id)) row[field.id] = undrawn(field, values[field.id], codes);
  return Object.keys(row).length > 0 ? row : null;
}

export function undrawn(field: LinkedField, value: unknown, codes: CodeTables): unknown {
  if (field.codes) return codes[field.codes]?.find((row) => row.label === value)?.code ?? value;
  if (field.type === 'boolean') return value === 'Yes';
  if (!(value instanceof Date) && typeof value !== 'number') return value;
  if (field.type === 'date') return dayOfDate(new Date(value));
  if (field.type === 'datetime') return new Date(value).toISOString();
  return value;
}

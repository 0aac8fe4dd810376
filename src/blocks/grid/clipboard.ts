import { withoutFormula } from '#src/core/formula.ts';
import type { Row } from '#src/core/values.ts';
import type { GridColumn } from './definition.ts';
import { editText } from './parse-cell.ts';

/** A value for one field of a tab-separated text: quoted where it would break the table. */
function field(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Tab-separated text as spreadsheets take it. */
export function toLines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(field).join('\t')).join('\n');
}

/** As spreadsheets take it, with the headings first. */
export function toTsv(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return toLines([headings.map(withoutFormula), ...rows]);
}

/** What a spreadsheet should get: plain numbers and dates, not the thousands separators of the screen, and no formulas. */
export function plainText(value: unknown): string {
  const text = textOf(value);
  return typeof value === 'number' ? text : withoutFormula(text);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A cell as it is typed again, unless a spreadsheet would run it. */
export function copiedText(column: GridColumn, row: Row): string {
  const text = editText(column, row);
  return typeof row[column.id] === 'number' ? text : withoutFormula(text);
}

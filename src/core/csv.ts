// Cells and lines of RFC 4180, as spreadsheets read them.
import { withoutFormula } from './formula.ts';

const needsQuotes = /[",\r\n]/;

export function csvText(text: string): string {
  const safe = withoutFormula(text);
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One cell. Numbers stay numbers, also negative ones. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return csvText(value);
  return csvText(Array.isArray(value) ? value.map(String).join('; ') : JSON.stringify(value));
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/** Before all else, so that spreadsheets read names with accents. */
export const csvMark = '\ufeff';

import { withoutFormula } from '#src/core/formula.ts';
import type { FileColumn, FileWriter } from './file-format.ts';

const needsQuotes = /[",\r\n]/;

function textCell(text: string): string {
  const safe = withoutFormula(text);
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One cell of RFC 4180. Numbers stay numbers, also negative ones. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return textCell(value);
  return textCell(Array.isArray(value) ? value.map(String).join('; ') : JSON.stringify(value));
}

/** UTF-8 with a byte order mark, so that spreadsheets read names with accents; lines end in CR LF. */
export function csvWriter(columns: readonly FileColumn[]): FileWriter {
  const encoder = new TextEncoder();
  const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`;
  return {
    contentType: 'text/csv; charset=utf-8',
    head: () => encoder.encode(`\ufeff${line(columns.map(({ title }) => textCell(title)))}`),
    rows: (rows) =>
      encoder.encode(rows.map((row) => line(columns.map(({ id }) => csvCell(row[id])))).join('')),
    end: () => new Uint8Array(),
  };
}

import { csvCell, csvLine, csvMark, csvText } from '#src/core/csv.ts';
import type { FileColumn, FileWriter } from './file-format.ts';

/** UTF-8 with a byte order mark, so that spreadsheets read names with accents; lines end in CR LF. */
export function csvWriter(columns: readonly FileColumn[]): FileWriter {
  const encoder = new TextEncoder();
  return {
    contentType: 'text/csv; charset=utf-8',
    head: () => encoder.encode(`${csvMark}${csvLine(columns.map(({ title }) => csvText(title)))}`),
    rows: (rows) =>
      encoder.encode(rows.map((row) => csvLine(columns.map(({ id }) => csvCell(row[id])))).join('')),
    end: () => new Uint8Array(),
  };
}

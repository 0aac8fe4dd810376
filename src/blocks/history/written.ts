// How an entry of the history writes a value, on the page and on paper.
import { formatValue, missing } from '#src/core/format.ts';
import type { CodeRow } from '#src/core/linked.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { HistoryField } from './link.ts';

type Codes = { readonly [table: string]: readonly CodeRow[] };

/** Rows inside the record are written cell by cell: `Hall, 4; Bath, 6`. */
export function written(field: HistoryField | undefined, value: unknown, codes: Codes): string {
  if (field?.cells && Array.isArray(value) && value.length > 0)
    return value.map((row: unknown) => rowOf(field.cells ?? [], row, codes)).join('; ');
  return formatValue(field?.format ?? 'text', value, {
    codes: field?.codes ? (codes[field.codes] ?? null) : null,
  });
}

function rowOf(cells: readonly HistoryField[], row: unknown, codes: Codes): string {
  const given = isJsonObject(row) ? row : {};
  const texts = cells.map((cell) => written(cell, given[cell.id], codes)).filter((text) => text !== missing);
  return texts.length === 0 ? missing : texts.join(', ');
}

// Columns that the rows of a source make: months, years, districts. Cells of one row come from several rows of the grid's source.
import { formatValue } from './format.ts';
import type { FormatId } from './linked.ts';
import type { Row } from './values.ts';

/** Where the columns come from, and which cell of the grid's rows stands in which of them. */
export interface Across {
  /** The source whose rows make the columns. */
  readonly source: string;
  /** Its column with the value that a cell's row has in `match`. */
  readonly id: string;
  /** Its column that heads. */
  readonly title: string;
  readonly titleFormat: FormatId;
  readonly match: string;
  /** Columns at most. */
  readonly most: number;
}

/** One column that the data made. */
export interface AcrossColumn {
  readonly id: string;
  readonly value: string;
  readonly title: string;
}

export interface AcrossColumns {
  readonly columns: readonly AcrossColumn[];
  /** How many more there would be. */
  readonly left: number;
}

/** Names that sorting, memory and files may use; one for each value, in the order of the rows. */
export function acrossColumns(rows: readonly Row[], across: Across): AcrossColumns {
  const columns: AcrossColumn[] = [];
  const seen = new Set<string>();
  const names = new Set<string>();
  let left = 0;
  for (const row of rows) {
    const value = row[across.id] ?? null;
    const text = String(value);
    if (value === null || seen.has(text)) continue;
    seen.add(text);
    if (columns.length >= across.most) {
      left += 1;
      continue;
    }
    const plain = text.replaceAll(/[^A-Za-z0-9]/g, '_').slice(0, 30);
    const name = names.has(plain) ? `${plain}_${columns.length}` : plain;
    names.add(name);
    columns.push({
      id: name,
      value: text,
      title: formatValue(across.titleFormat, row[across.title] ?? null),
    });
  }
  return { columns, left };
}

/** Name of a cell's column: `n__2024`. */
export function acrossId(cell: string, column: string): string {
  return `${cell}__${column}`;
}

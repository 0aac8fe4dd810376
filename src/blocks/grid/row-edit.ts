// The changed cells of one row. Nothing passed in is mutated: rows that were undone are still what they were.
import { isJsonObject, type Row } from '#src/core/values.ts';
import type { Failure } from '#src/render/block-props.ts';

export interface CellEdit {
  /** What stands in the cell. */
  readonly text: string;
  /** What it means, by columns of the row; null while it means nothing. */
  readonly values: Row | null;
  /** Why it is not saved. */
  readonly problem: string | null;
  /** What somebody else has saved there meanwhile, until the person chooses. */
  readonly theirs?: { readonly by: string | null; readonly values: Row };
}

export interface RowEdit {
  readonly key: string;
  /** The row as it was read when it was first changed. */
  readonly row: Row;
  readonly cells: ReadonlyMap<string, CellEdit>;
  /** Why the last save failed; its cells stay as they were typed. */
  readonly failure: Failure | null;
  /** What the rows were found by when it was changed: totals of other rows do not follow it. */
  readonly within: string;
}

export interface CellChange {
  readonly key: string;
  readonly row: Row;
  readonly column: string;
  readonly edit: CellEdit | null;
}

/** The row after some of its cells were changed; null where all stand as they are stored. */
export function changedRow(
  before: RowEdit | null,
  key: string,
  row: Row,
  changes: readonly Pick<CellChange, 'column' | 'edit'>[],
  within = '',
): RowEdit | null {
  const known = before ?? { key, row, cells: new Map<string, CellEdit>(), failure: null, within };
  const cells = new Map(known.cells);
  for (const { column, edit } of changes) {
    if (edit && !isStored(known.row, edit)) cells.set(column, edit);
    else cells.delete(column);
  }
  return cells.size > 0 ? { ...known, cells } : null;
}

/** The row after a save: what was sent is stored, other cells stay; null where none is left. */
export function withStored(
  known: RowEdit,
  stored: unknown,
  sent: (cell: CellEdit, column: string) => boolean,
): RowEdit | null {
  const cells = new Map([...known.cells].filter(([column, cell]) => !sent(cell, column)));
  if (cells.size === 0) return null;
  return {
    ...known,
    row: { ...known.row, ...(isJsonObject(stored) ? stored : {}) },
    cells,
    failure: null,
  };
}

export function isStored(row: Row, { values }: Pick<CellEdit, 'values'>): boolean {
  return (
    values !== null &&
    Object.entries(values).every(([field, value]) => Object.is(row[field] ?? null, value ?? null))
  );
}

import { isJsonObject, type Row } from '#src/core/values.ts';
import type { Failure } from '#src/render/block-props.ts';

export interface CellEdit {
  /** What stands in the cell. */
  readonly text: string;
  /** What it means; null while it means nothing. */
  readonly values: { readonly [field: string]: unknown } | null;
  /** Why it is not saved. */
  readonly problem: string | null;
}

export interface RowEdit {
  readonly key: string;
  /** The row as it was read when it was first changed. */
  readonly row: Row;
  readonly cells: ReadonlyMap<string, CellEdit>;
  /** Why the last save failed; its cells stay as they were typed. */
  readonly failure: Failure | null;
}

export interface CellChange {
  readonly key: string;
  readonly row: Row;
  readonly column: string;
  readonly edit: CellEdit | null;
}

/** Cells that were changed and not saved yet. Immutable rows in one map; every change can be undone until it is saved. */
export class CellEdits {
  #rows: ReadonlyMap<string, RowEdit> = new Map();
  readonly #undo: ReadonlyMap<string, RowEdit>[] = [];
  readonly #changed: () => void;
  version = 0;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get rows(): readonly RowEdit[] {
    return [...this.#rows.values()];
  }

  get size(): number {
    return this.#rows.size;
  }

  row(key: string): RowEdit | null {
    return this.#rows.get(key) ?? null;
  }

  cell(key: string, column: string): CellEdit | null {
    return this.#rows.get(key)?.cells.get(column) ?? null;
  }

  /** The row as it would be after saving. */
  valuesOf(row: Row, key: string): Row {
    const edit = this.#rows.get(key);
    return edit
      ? Object.assign({ ...row }, ...[...edit.cells.values()].map(({ values }) => values ?? {}))
      : row;
  }

  /** Takes several changes at once, undone at once; a cell that has its stored value again is unchanged. */
  take(changes: readonly CellChange[]): void {
    const rows = new Map(this.#rows);
    for (const { key, row, column, edit } of changes) {
      const known = rows.get(key) ?? { key, row, cells: new Map(), failure: null };
      const cells = new Map(known.cells);
      if (edit && !isStored(known.row, edit)) cells.set(column, edit);
      else cells.delete(column);
      if (cells.size > 0) rows.set(key, { ...known, cells });
      else rows.delete(key);
    }
    this.#undo.push(this.#rows);
    this.#set(rows);
  }

  undo(): boolean {
    const before = this.#undo.pop();
    if (before) this.#set(before);
    return before !== undefined;
  }

  discard(): void {
    if (this.#rows.size === 0) return;
    this.#undo.push(this.#rows);
    this.#set(new Map());
  }

  forget(key: string): void {
    this.#settle(key, null);
  }

  /** What was saved is no change any more; cells that were not sent stay. */
  saved(key: string, stored: unknown): void {
    const known = this.#rows.get(key);
    if (!known) return;
    const left = new Map([...known.cells].filter(([, { values }]) => values === null));
    this.#settle(
      key,
      left.size > 0
        ? {
            ...known,
            row: { ...known.row, ...(isJsonObject(stored) ? stored : {}) },
            cells: left,
            failure: null,
          }
        : null,
    );
  }

  failed(key: string, failure: Failure): void {
    const known = this.#rows.get(key);
    if (!known) return;
    const cells = new Map(known.cells);
    for (const { pointer, message } of failure.errors) {
      const column = pointer.split('/')[1] ?? '';
      const cell = cells.get(column);
      if (cell) cells.set(column, { ...cell, problem: message });
    }
    this.#settle(key, { ...known, cells, failure });
  }

  /** After a save nothing before it can be undone: it is stored. */
  #settle(key: string, edit: RowEdit | null): void {
    const rows = new Map(this.#rows);
    if (edit) rows.set(key, edit);
    else rows.delete(key);
    this.#undo.length = 0;
    this.#set(rows);
  }

  #set(rows: ReadonlyMap<string, RowEdit>): void {
    this.#rows = rows;
    this.version += 1;
    this.#changed();
  }
}

function isStored(row: Row, { values }: CellEdit): boolean {
  return (
    values !== null &&
    Object.entries(values).every(([field, value]) => Object.is(row[field] ?? null, value ?? null))
  );
}

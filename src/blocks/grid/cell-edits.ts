import type { Failure } from '#src/render/block-props.ts';
import type { CellNotes } from './follow-row.ts';
import { type CellChange, type CellEdit, changedRow, type RowEdit, withStored } from './row-edit.ts';

export type EditedRows = ReadonlyMap<string, RowEdit>;

/** How much is changed and how much of it cannot be saved as it stands. */
export interface Tally {
  readonly cells: number;
  readonly rows: number;
  readonly wrong: number;
  /** Cells with a warning, which can be saved. */
  readonly warned: number;
  /** Cells that somebody else changed meanwhile and whose value nobody has chosen yet. */
  readonly clashing: number;
}

/** Cells that were changed and not saved yet. Immutable rows in one map; what was undone can be done again until it is saved. */
export class CellEdits {
  #rows: EditedRows = new Map();
  #undo: EditedRows[] = [];
  #redo: EditedRows[] = [];
  readonly #changed: () => void;
  /** Rules of the record type that a row's cells break. */
  readonly #notes: (row: RowEdit) => CellNotes;
  /** What the rows are found by now. */
  within = '';
  #tally: { readonly version: number; readonly of: Tally } | null = null;
  version = 0;

  constructor(changed: () => void, notes: (row: RowEdit) => CellNotes = () => new Map()) {
    this.#changed = changed;
    this.#notes = notes;
  }

  get rows(): readonly RowEdit[] {
    return [...this.#rows.values()];
  }

  get size(): number {
    return this.#rows.size;
  }

  get tally(): Tally {
    if (this.#tally?.version === this.version) return this.#tally.of;
    let [cells, wrong, warned, clashing] = [0, 0, 0, 0];
    for (const row of this.#rows.values()) {
      for (const { problem, theirs } of row.cells.values()) {
        cells += 1;
        if (problem !== null) wrong += 1;
        if (theirs) clashing += 1;
      }
      for (const [column, { level }] of this.#notes(row)) {
        if (level === 'warning') warned += 1;
        else if (!row.cells.get(column)?.problem) wrong += 1;
      }
    }
    const of = { cells, rows: this.#rows.size, wrong, warned, clashing };
    this.#tally = { version: this.version, of };
    return of;
  }

  get canUndo(): boolean {
    return this.#undo.length > 0;
  }

  get canRedo(): boolean {
    return this.#redo.length > 0;
  }

  row(key: string): RowEdit | null {
    return this.#rows.get(key) ?? null;
  }

  cell(key: string, column: string): CellEdit | null {
    return this.#rows.get(key)?.cells.get(column) ?? null;
  }

  /** Takes several changes at once, undone at once; a cell that has its stored value again is unchanged. */
  take(changes: readonly CellChange[]): void {
    const byRow = new Map<string, CellChange[]>();
    for (const change of changes) {
      const some = byRow.get(change.key);
      if (some) some.push(change);
      else byRow.set(change.key, [change]);
    }
    const first = (some: readonly CellChange[]) => some[0]?.row ?? {};
    this.takeRows(
      new Map(
        [...byRow].map(([key, some]) => [
          key,
          changedRow(this.row(key), key, first(some), some, this.within),
        ]),
      ),
    );
  }

  /** Takes rows as they are after a change; null for one that is as it is stored. */
  takeRows(changed: ReadonlyMap<string, RowEdit | null>): void {
    const rows = this.#with(changed);
    this.#undo.push(this.#rows);
    this.#redo = [];
    this.#set(rows);
  }

  undo(): boolean {
    const before = this.#undo.pop();
    if (before) {
      this.#redo.push(this.#rows);
      this.#set(before);
    }
    return before !== undefined;
  }

  redo(): boolean {
    const after = this.#redo.pop();
    if (after) {
      this.#undo.push(this.#rows);
      this.#set(after);
    }
    return after !== undefined;
  }

  discard(): void {
    if (this.#rows.size === 0) return;
    this.#undo.push(this.#rows);
    this.#redo = [];
    this.#set(new Map());
  }

  forget(key: string): void {
    this.settle(new Map([[key, null]]));
  }

  /** What was saved is no change any more; cells that were not sent stay. */
  saved(key: string, stored: unknown): void {
    const known = this.#rows.get(key);
    if (known) this.settle(new Map([[key, withStored(known, stored, ({ values }) => values !== null)]]));
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
    this.settle(new Map([[key, { ...known, cells, failure }]]));
  }

  /** What a save came to. Nothing before it can be undone: it is stored, or the row is another than it was. */
  settle(changed: ReadonlyMap<string, RowEdit | null>): void {
    this.#undo = [];
    this.#redo = [];
    this.#set(this.#with(changed));
  }

  #with(changed: ReadonlyMap<string, RowEdit | null>): EditedRows {
    const rows = new Map(this.#rows);
    for (const [key, edit] of changed) {
      if (edit) rows.set(key, edit);
      else rows.delete(key);
    }
    return rows;
  }

  #set(rows: EditedRows): void {
    this.#rows = rows;
    this.version += 1;
    this.#changed();
  }
}

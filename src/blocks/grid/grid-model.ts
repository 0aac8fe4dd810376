import type { RowViews } from './cell-view.ts';
import type { Layout } from './layout.ts';
import type { Active } from './navigation.ts';
import type { PageWindow } from './page-window.ts';
import { isSelected, nothing, type Selection } from './selection.ts';

/**
 * The state that rows read while they scroll. It lives outside React so that a scrolled frame renders the rows that
 * enter and nothing else: each row compares one short text (its stamp) and returns.
 */
export class GridModel {
  readonly window: PageWindow;
  layout: Layout;
  views: RowViews;
  active: Active = { row: -1, col: 0 };
  selection: Selection = nothing;
  columnRange: readonly [number, number];
  visibleRows: readonly [number, number] = [0, 0];

  readonly #listeners = new Set<() => void>();
  #drawing = 0;
  #version = 0;

  constructor(makeWindow: (changed: () => void) => PageWindow, layout: Layout, views: RowViews) {
    this.layout = layout;
    this.views = views;
    this.columnRange = [layout.frozenCount, layout.columns.length - 1];
    this.window = makeWindow(() => this.notify());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly version = (): number => this.#version;

  notify(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  /** Changes when row `index` has to be drawn anew. */
  stamp(index: number): string {
    const place = this.window.place(index);
    const shown = place ? `${this.#drawing}.${this.window.generation}` : `${this.#drawing}.`;
    const chosen = place && this.isSelected(index) ? 's' : '';
    return `${shown}${chosen}${this.active.row === index ? this.active.col : ''}`;
  }

  isSelected(index: number): boolean {
    const place = this.window.place(index);
    return place !== null && isSelected(this.selection, this.views.row(place, index).key);
  }

  draw(layout: Layout, views: RowViews): void {
    if (layout === this.layout && views === this.views) return;
    this.layout = layout;
    this.views = views;
    const last = Math.max(0, layout.columns.length - 1);
    if (this.active.col > last) this.active = { ...this.active, col: last };
    this.#drawing += 1;
    this.notify();
  }

  look(rows: readonly [number, number], columns: readonly [number, number]): void {
    this.window.need(Math.max(0, rows[0] - 10), rows[1] + 10);
    const columnsMoved = columns[0] !== this.columnRange[0] || columns[1] !== this.columnRange[1];
    const activeMoved =
      this.isVisible(this.active.row, rows) !== this.isVisible(this.active.row, this.visibleRows);
    this.visibleRows = rows;
    if (columnsMoved) {
      this.columnRange = columns;
      this.#drawing += 1;
    }
    if (columnsMoved || activeMoved) this.notify();
  }

  select(selection: Selection): void {
    this.selection = selection;
    this.notify();
  }

  activate(active: Active): void {
    if (active.row === this.active.row && active.col === this.active.col) return;
    this.active = active;
    this.notify();
  }

  /** The whole of the active cell's note, when the cell shows only its beginning. */
  activeNote(): string | null {
    const { row, col } = this.active;
    const column = this.layout.columns[col]?.column;
    const place = column && row >= 0 ? this.window.place(row) : null;
    return column && place ? this.views.cell(this.views.row(place, row), column).whole : null;
  }

  /** Whether the active cell is drawn at present, so that it may be named as the active descendant. */
  isActiveDrawn(hasTotals: boolean): boolean {
    const { row, col } = this.active;
    const rows = this.window.total ?? 0;
    if (row < 0) return true;
    if (row >= rows) return hasTotals && row === rows && rows > 0;
    const column = this.layout.columns[col];
    const inColumns = column?.frozen === true || (col >= this.columnRange[0] && col <= this.columnRange[1]);
    return inColumns && this.isVisible(row, this.visibleRows);
  }

  private isVisible(row: number, rows: readonly [number, number]): boolean {
    return row >= rows[0] && row <= rows[1];
  }
}

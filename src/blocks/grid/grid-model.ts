import type { GroupOfRows } from '#src/core/rows.ts';
import type { Row } from '#src/core/values.ts';
import { isSelected, nothing, type Selection, toggle } from '#src/render/selection.ts';
import { blockOf, type CellBlock, heightOf, isInBlock, widthOf } from './cell-block.ts';
import { CellEdits } from './cell-edits.ts';
import type { RowView, RowViews } from './cell-view.ts';
import { type FollowedTotals, followTotals, isInGroup } from './follow-totals.ts';
import { GroupRows, type ShownEntry } from './group-rows.ts';
import { type Layout, lastScrolling, stays } from './layout.ts';
import type { Active } from './navigation.ts';
import type { PageWindow, Range, RowPlace } from './page-window.ts';

const none: ReadonlySet<string> = new Set();

export interface Editing extends Active {
  readonly start: string;
  readonly chosen: boolean;
}

/**
 * The state that rows read while they scroll. It lives outside React so that a scrolled frame renders the rows that
 * enter and nothing else: each row compares one short text (its stamp) and returns.
 */
export class GridModel {
  readonly window: PageWindow;
  layout: Layout;
  views: RowViews;
  active: Active = { row: -1, col: 0 };
  /** Of a worksheet: the cell where the marked block was begun. */
  anchor: Active | null = null;
  /** How often a cell was gone to from outside of the table. */
  goings = 0;
  selection: Selection = nothing;
  /** Changed and not saved. */
  readonly edits: CellEdits;
  /** The cell that is being typed in, and what stands in it at first. */
  editing: Editing | null = null;
  /** Which groups are unfolded. */
  open: Selection = nothing;
  /** What grouped rows look like; null without groups. Stays while newer groups are waited for. */
  grouping: GroupRows | null = null;
  columnRange: readonly [number, number];
  visibleRows: readonly [number, number] = [0, 0];

  readonly #listeners = new Set<() => void>();
  #drawing = 0;
  #version = 0;
  #seen: PageWindow['groups'] = null;
  #followed: { stamp: string; of: Map<GroupOfRows | null, FollowedTotals> } = { stamp: '', of: new Map() };

  constructor(makeWindow: (changed: () => void) => PageWindow, layout: Layout, views: RowViews) {
    this.layout = layout;
    this.views = views;
    this.columnRange = [layout.frozenCount, lastScrolling(layout)];
    this.edits = new CellEdits(
      () => this.notify(),
      (row) => this.views.notes(row),
    );
    this.window = makeWindow(() => this.#changed());
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

  /** Rows shown, those of groups among them. */
  get count(): number {
    return this.grouping?.count ?? this.window.total ?? 0;
  }

  /** What stands at a place of the grid; null beyond its end. */
  entry(index: number): ShownEntry | null {
    if (this.grouping) return this.grouping.entry(index);
    return index >= 0 && index < this.count ? { kind: 'row', row: index, parent: null } : null;
  }

  /** Place in the whole set of the row shown at `index`; null for a group. */
  rowAt(index: number): number | null {
    const entry = this.entry(index);
    return entry?.kind === 'row' ? entry.row : null;
  }

  place(index: number): RowPlace | null {
    // The rows of a newer query have other places than the older one's groups say.
    if (this.grouping && this.window.groups === null) return null;
    const row = this.rowAt(index);
    return row === null ? null : this.window.place(row);
  }

  /** What is known of the row shown at `index`. */
  view(index: number): RowView | null {
    const place = this.place(index);
    return place ? this.views.row(place, this.rowAt(index) ?? index) : null;
  }

  /** The row with its unsaved cells and what follows from them. */
  shown(index: number): RowView | null {
    const view = this.view(index);
    return view && this.views.shown(view, this.edits.row(view.editKey));
  }

  /** A row as it would be after saving. */
  after(row: Row, editKey: string): Row {
    return this.views.after(row, this.edits.row(editKey));
  }

  /** Totals of the whole set, or of a group, with what unsaved cells make of them. */
  totals(group: GroupOfRows | null = null): FollowedTotals {
    const stored = group ? group.totals : this.window.totals;
    const { version, within } = this.edits;
    if (this.edits.size === 0) return { totals: stored, stale: none };
    const stamp = `${version}.${this.window.generation}.${this.window.version}`;
    if (this.#followed.stamp !== stamp) this.#followed = { stamp, of: new Map() };
    const known = this.#followed.of.get(group);
    if (known) return known;
    const by = this.window.groupBy;
    const belongs = (row: Row) => group === null || isInGroup(row, group, by);
    const changed = this.edits.rows.flatMap((edit) =>
      edit.within === within && belongs(edit.row)
        ? [{ before: edit.row, after: this.views.after(edit.row, edit) }]
        : [],
    );
    const all = this.window.all();
    const rows = all?.filter(belongs).map((row, i) => this.after(row, this.views.editKeyOf(row, i) ?? ''));
    const followed = followTotals(stored, changed, this.views.columns, rows ?? null);
    this.#followed.of.set(group, followed);
    return followed;
  }

  /** Places in the whole set of the rows shown between two places. */
  ranges(from: number, to: number): readonly Range[] {
    return this.grouping ? this.grouping.ranges(from, to) : [[from, to]];
  }

  edit(editing: Editing | null): void {
    this.editing = editing;
    this.notify();
  }

  fold(open: Selection): void {
    this.open = open;
    this.#regroup();
    this.notify();
  }

  foldAt(index: number): void {
    const entry = this.entry(index);
    if (entry?.kind === 'group') this.fold(toggle(this.open, entry.key));
  }

  /** Changes when row `index` has to be drawn anew. */
  stamp(index: number): string {
    const view = this.view(index);
    const known = view !== null || this.window.groups !== null;
    const shown = known ? `${this.#drawing}.${this.window.generation}` : `${this.#drawing}.`;
    const chosen = view && isSelected(this.selection, view.key) ? 's' : '';
    // The subtotals of groups follow what is unsaved in them.
    const follows = view ? this.edits.row(view.editKey) !== null : this.grouping !== null;
    const edited = follows && this.edits.size > 0 ? `e${this.edits.version}` : '';
    const { block } = this;
    const marked =
      this.anchor && index >= block.top && index <= block.bottom ? `b${block.left}-${block.right}` : '';
    const typed = this.editing?.row === index ? `t${this.editing.col}` : '';
    return `${shown}${view ? 'r' : ''}${chosen}${edited}${typed}${marked}a${this.active.row === index ? this.active.col : ''}`;
  }

  isSelected(index: number): boolean {
    const view = this.view(index);
    return view !== null && isSelected(this.selection, view.key);
  }

  #changed(): void {
    if (!this.window.isGrouped) this.grouping = null;
    else if (this.window.groups && this.window.groups !== this.#seen) this.#regroup();
    this.#seen = this.window.groups;
    this.notify();
  }

  #regroup(): void {
    const { groups } = this.window;
    if (!groups) return;
    this.grouping = new GroupRows(groups, this.window.groupLevels, this.open);
    this.#drawing += 1;
    const last = Math.max(0, this.count - 1);
    if (this.active.row > last) this.active = { ...this.active, row: last };
    this.#need();
  }

  #need(): void {
    const [first, last] = this.visibleRows;
    this.window.needAll(this.ranges(Math.max(0, first - 10), last + 10));
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
    const columnsMoved = columns[0] !== this.columnRange[0] || columns[1] !== this.columnRange[1];
    const activeMoved =
      this.isVisible(this.active.row, rows) !== this.isVisible(this.active.row, this.visibleRows);
    this.visibleRows = rows;
    this.#need();
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
    if (active.row === this.active.row && active.col === this.active.col && !this.anchor) return;
    this.active = active;
    this.anchor = null;
    this.notify();
  }

  /** Makes a cell the active one that may be anywhere: the table scrolls to it and takes the focus. */
  goTo(active: Active): void {
    this.goings += 1;
    this.activate(active);
    this.notify();
  }

  /** The marked cells: the active one alone, or all from it to where marking was begun. */
  get block(): CellBlock {
    return blockOf(this.active, this.anchor);
  }

  /** Whether several cells are marked and this is one of them. */
  isMarked(row: number, col: number): boolean {
    return this.anchor !== null && isInBlock(this.block, row, col);
  }

  /** How many rows and columns are marked; null for a single cell. */
  get marked(): readonly [number, number] | null {
    return this.anchor ? [heightOf(this.block), widthOf(this.block)] : null;
  }

  /** Moves one end of the marked block, leaving the other. */
  extend(to: Active, end: 'active' | 'anchor' = 'active'): void {
    const last = Math.max(0, this.count - 1);
    const at = { row: Math.max(0, Math.min(last, to.row)), col: to.col };
    const anchor = end === 'anchor' ? at : (this.anchor ?? this.active);
    const active = end === 'anchor' ? this.active : at;
    this.active = active;
    this.anchor = anchor.row === active.row && anchor.col === active.col ? null : anchor;
    this.notify();
  }

  /** The whole of the active cell's note, when the cell shows only its beginning. */
  activeNote(): string | null {
    const { row, col } = this.active;
    const column = this.layout.columns[col]?.column;
    const view = column ? this.shown(row) : null;
    return column && view ? this.views.cell(view, column).whole : null;
  }

  /** Whether the active cell is drawn at present, so that it may be named as the active descendant. */
  isActiveDrawn(hasTotals: boolean): boolean {
    const { row, col } = this.active;
    const rows = this.count;
    if (row < 0) return true;
    if (row >= rows) return hasTotals && row === rows && rows > 0;
    const inColumns = stays(this.layout, col) || (col >= this.columnRange[0] && col <= this.columnRange[1]);
    return inColumns && this.isVisible(row, this.visibleRows);
  }

  private isVisible(row: number, rows: readonly [number, number]): boolean {
    return row >= rows[0] && row <= rows[1];
  }
}

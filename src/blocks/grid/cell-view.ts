import { wholeNote } from '#src/core/format.ts';
import type { LinkedExpression, LinkedFigures, LinkedRef, Text } from '#src/core/linked.ts';
import { counted } from '#src/core/nouns.ts';
import { isOpenLink, type MayOpen } from '#src/core/resolve/open-plan.ts';
import { fillLink, isComputedLink } from '#src/core/resolve/resolve-value.ts';
import { type GroupOfRows, type RowPage, rowAt } from '#src/core/rows.ts';
import type { Row } from '#src/core/values.ts';
import { leadsToRows } from '#src/render/open-figure.ts';
import { Decimals } from './decimals.tsx';
import type { GridColumn, LinkedGrid, RowAction } from './definition.ts';
import { type CellNotes, notesOf, rowAfter } from './follow-row.ts';
import { formatCell, type Labels } from './format-cell.ts';
import type { RowPlace } from './page-window.ts';
import type { RowEdit } from './row-edit.ts';

const tones = ['bad', 'warning', 'good', 'synthetic', 'muted', 'strong'] as const;
export type Tone = (typeof tones)[number];

export interface CellView {
  readonly text: string;
  /** The whole of a text that is shown by its beginning. */
  readonly whole: string | null;
  /** Route that the cell leads to. */
  readonly to: string | null;
  readonly tone: Tone | null;
}

export interface RowView {
  readonly key: string;
  /** The record that its changed cells belong to. */
  readonly editKey: string;
  readonly row: Row;
  /** Place in the whole set, from 0. */
  readonly index: number;
  /** The figures rest on few cases. */
  readonly small: boolean;
  readonly cells: Map<string, CellView>;
  actions: readonly RowAction[] | null;
}

export interface ViewPorts {
  readonly evaluate: (
    expression: LinkedExpression,
    extra: { readonly row: Row; readonly form?: Row },
  ) => unknown;
  readonly text: (text: Text | null, extra: { readonly row: Row }) => string;
  /** Whether an address is a page that the person may open. */
  readonly mayOpen: MayOpen;
  /** The page of a record that a cell refers to, where there is one that the person may open. */
  readonly recordHref: (ref: LinkedRef, id: number) => string | null;
  /** An address with the row's place in the result, where it is the page of a record of this list; else as it is. */
  readonly inResult: (to: string, index: number) => string;
  /** What such a record is called, where that is more than its number and known by now. */
  readonly recordName: (ref: LinkedRef, id: number) => string | null;
  /** Labels of a column's code table or reference list. */
  readonly labels: (column: GridColumn) => Labels | null;
  /** Whether the person has the permissions to change the column's cells. */
  readonly mayEdit: (column: GridColumn) => boolean;
  /** Whether the person works in a district, and does not only search it. */
  readonly worksIn: (district: unknown) => boolean;
  /** What the figures of the source are made of; null where they lead to no rows. */
  readonly figures: LinkedFigures | null;
  /** Why none of its figures leads to rows. */
  readonly closed: string | null;
}

/** What is drawn of each row, made once a row and kept with its page: scrolling back costs nothing. */
export class RowViews {
  readonly #kept = new WeakMap<RowPage, Map<number, RowView>>();
  readonly #shown = new WeakMap<RowEdit, Map<RowView, RowView>>();
  readonly #notes = new WeakMap<RowEdit, CellNotes>();
  readonly #open = new Map<Text, boolean>();
  readonly #block: LinkedGrid;
  readonly #ports: ViewPorts;
  readonly #decimals: Decimals;

  constructor(block: LinkedGrid, ports: ViewPorts) {
    this.#block = block;
    this.#ports = ports;
    this.#decimals = new Decimals(block.columns);
  }

  row(place: RowPlace, index: number): RowView {
    let views = this.#kept.get(place.page);
    if (!views) {
      views = new Map();
      this.#kept.set(place.page, views);
      this.#decimals.read(place.page);
    }
    let view = views.get(place.index);
    if (!view) {
      view = this.#make(place, index);
      views.set(place.index, view);
    }
    return view;
  }

  /** The row as it is shown with its unsaved cells and what follows from them. */
  shown(view: RowView, edit: RowEdit | null): RowView {
    if (!edit) return view;
    const known = this.#shown.get(edit) ?? new Map<RowView, RowView>();
    this.#shown.set(edit, known);
    let shown = known.get(view);
    if (!shown) {
      shown = { ...view, row: this.after(view.row, edit), cells: new Map(), actions: null };
      known.set(view, shown);
    }
    return shown;
  }

  after(row: Row, edit: RowEdit | null): Row {
    return edit ? rowAfter(row, edit, this.#block.follows, this.#ports.evaluate) : row;
  }

  /** Rules that the row's unsaved cells break, by cell. */
  notes(edit: RowEdit): CellNotes {
    let notes = this.#notes.get(edit);
    if (!notes) {
      notes = notesOf(this.after(edit.row, edit), edit, this.#block.follows, this.#ports.evaluate);
      this.#notes.set(edit, notes);
    }
    return notes;
  }

  cell(view: RowView, column: GridColumn): CellView {
    let cell = view.cells.get(column.id);
    if (!cell) {
      cell = this.#cell(view, column);
      view.cells.set(column.id, cell);
    }
    return cell;
  }

  /** A figure's text as it stands under the others of its column. */
  aligned(column: GridColumn, text: string) {
    return this.#decimals.aligned(column, text);
  }

  actions(view: RowView): readonly RowAction[] {
    view.actions ??= hidesActions(view.row)
      ? []
      : this.#block.actions.filter(
          ({ visibleWhen }) => !visibleWhen || this.#ports.evaluate(visibleWhen, { row: view.row }) === true,
        );
    return view.actions;
  }

  get figures(): LinkedFigures | null {
    return this.#ports.figures;
  }

  /** Whether a press on the row's cell does what the column says. */
  acts(column: GridColumn, row: Row): boolean {
    return column.on.length > 0 && this.#links(column, column.rowOf?.(row) ?? row);
  }

  /** Whether a cell of the column opens the rows behind its figure. */
  drills(column: GridColumn): boolean {
    return (
      column.on.length === 0 &&
      column.link === null &&
      leadsToRows(this.#ports.figures, column.figure ?? column.id)
    );
  }

  /** Whether a total of the column opens rows: those of the figure, or the report's own where each is a record. */
  drillsTotal(column: GridColumn | null): boolean {
    if (column === null || column.total === null) return false;
    const { figures } = this.#ports;
    return leadsToRows(figures, column.figure ?? column.id) || figures?.own === true;
  }

  /** Why a figure leads to no rows. */
  whyNot({ id, align }: GridColumn): string | null {
    const { figures, closed } = this.#ports;
    return figures?.columns[id]?.why ?? (align === 'right' ? closed : null);
  }

  /** An address with the row's place in the result. */
  inResult(to: string, index: number): string {
    return this.#ports.inResult(to, index);
  }

  labels(column: GridColumn): Labels | null {
    return this.#ports.labels(column);
  }

  /** The text of a cell that was changed. */
  edited(column: GridColumn, row: Row): string {
    return formatCell(column.field, column.format, row, this.#ports.labels(column));
  }

  get columns(): readonly GridColumn[] {
    return this.#block.columns;
  }

  mayEditSome(): boolean {
    return this.#block.columns.some((column) => this.mayEditColumn(column));
  }

  /** Whether the person may change cells of the column in some row. */
  mayEditColumn(column: GridColumn): boolean {
    return column.edit !== null && this.#ports.mayEdit(column);
  }

  mayEdit(column: GridColumn, row: Row): boolean {
    const district = this.#block.saves?.district;
    return (
      this.mayEditColumn(column) &&
      !hidesActions(row) &&
      this.editKeyOf(row, 0) !== null &&
      (district === undefined || this.#ports.worksIn(row[district]))
    );
  }

  /** The record that changed cells of the row belong to; null where the row has none. */
  editKeyOf(row: Row, index: number): string | null {
    const { saves, rowKey } = this.#block;
    // A row that makes its record keeps its key when it has made it.
    if (!saves || saves.creates) return rowKeyOf(row, rowKey, index);
    const id = row[saves.id] ?? null;
    return id === null ? null : String(id);
  }

  /** What the rows of a group share and how many they are: `Zone: R2 · 12 sales`. */
  groupText(group: GroupOfRows): string {
    const id = this.#block.group[group.level - 1];
    const column = this.#block.columns.find((known) => known.id === id);
    if (!column) return counted(group.count, this.#block.noun);
    const row = { [column.id]: group.values[group.level - 1] ?? null };
    const text = formatCell(column.field, column.format, row, this.#ports.labels(column));
    return `${column.title}: ${text} · ${counted(group.count, this.#block.noun)}`;
  }

  #make(place: RowPlace, index: number): RowView {
    const row = rowAt(place.page, place.index);
    const { smallSample } = this.#block;
    const cases = smallSample ? row[smallSample.id] : null;
    return {
      key: rowKeyOf(row, this.#block.rowKey, index),
      editKey: this.editKeyOf(row, index) ?? '',
      row,
      index,
      small: smallSample !== undefined && typeof cases === 'number' && cases < smallSample.below,
      cells: new Map(),
      actions: null,
    };
  }

  /** Whether the column's condition, if it has one, holds for the row. */
  #links({ linkWhen }: GridColumn, row: Row): boolean {
    return linkWhen === null || this.#ports.evaluate(linkWhen, { row }) === true;
  }

  /** Of a link that the definition writes the page is the same in every row. */
  #opens(link: Text): boolean {
    const known = this.#open.get(link);
    if (known !== undefined) return known;
    const open = isOpenLink(link, this.#ports.mayOpen);
    this.#open.set(link, open);
    return open;
  }

  #linkOf(link: Text, row: Row): string {
    const to = fillLink(link, (text) => this.#ports.text(text, { row }));
    const open = isComputedLink(link) ? this.#ports.mayOpen(to) : this.#opens(link);
    return open ? to : '';
  }

  #cell({ row, index }: RowView, column: GridColumn): CellView {
    const value = row[column.id];
    // Links and tones of a cell that the data put here read the row that it came from.
    const from = column.rowOf?.(row) ?? row;
    const text = formatCell(column.field, column.format, row, this.#ports.labels(column));
    const empty = value === null || value === undefined || value === '';
    const leads = column.link !== null && !empty && this.#links(column, from);
    const { ref } = column.field;
    const referred = ref && typeof value === 'number' ? { ref, id: value } : null;
    if (referred && column.link === null && column.on.length === 0)
      return this.#reference(row, column, text, referred.ref, referred.id);
    const to = leads ? this.#ports.inResult(this.#linkOf(column.link, from), index) : '';
    const whole = wholeNote(column.format, value);
    return { text, whole, to: to === '' ? null : to, tone: this.#tone(from, column) };
  }

  #tone(row: Row, column: GridColumn): Tone | null {
    const tone = column.tone ? this.#ports.evaluate(column.tone, { row }) : null;
    return tones.find((known) => known === tone) ?? null;
  }

  /** A reference is a link to its record by itself, under the record's label. */
  #reference(row: Row, column: GridColumn, text: string, ref: LinkedRef, id: number): CellView {
    const name = ref.named ? this.#ports.recordName(ref, id) : null;
    return {
      text: name ?? text,
      whole: null,
      to: this.#ports.recordHref(ref, id),
      tone: this.#tone(row, column),
    };
  }
}

export function rowKeyOf(row: Row, rowKey: string | null, index: number): string {
  const key = rowKey ? row[rowKey] : null;
  return key === null || key === undefined ? `#${index}` : String(key);
}

// The first two as operations write them, the others as queries name their columns.
const hiding = ['disableEdit', 'hideActions', 'disable_edit', 'hide_actions'];

function hidesActions(row: Row): boolean {
  return hiding.some((name) => truthy(row[name]));
}

function truthy(value: unknown): boolean {
  return value === true || value === 1 || value === 'true';
}

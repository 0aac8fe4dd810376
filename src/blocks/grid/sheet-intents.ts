// What keys, pasting and filling do to a grid that is a worksheet: all of a block or nothing of it, one step of undo each.

import { counted } from '#src/core/nouns.ts';
import type { Row } from '#src/core/values.ts';
import { type CellBlock, heightOf } from './cell-block.ts';
import { copyOf, editOf } from './cell-change.ts';
import { copiedText, toLines } from './clipboard.ts';
import type { GridColumn } from './definition.ts';
import type { EditPorts } from './edit-ports.ts';
import { parseTsv } from './edit-tsv.ts';
import type { GridModel } from './grid-model.ts';
import { fixedColumns, mostRows, planPaste } from './plan-paste.ts';
import { type CellEdit, changedRow, type RowEdit } from './row-edit.ts';
import { selectedRows } from './selected-rows.ts';
import { sliced } from './sliced.ts';
import { writeClipboard } from './write-clipboard.ts';

export interface SheetIntents {
  readonly paste: (text: string) => boolean;
  readonly fillDown: () => boolean;
  readonly clear: () => boolean;
  /** Writes one text into all marked cells. */
  readonly fillWith: (text: string) => void;
  /** Writes one text into a column of the rows that are ticked. */
  readonly setForChosen: (column: GridColumn, text: string) => void;
  readonly copy: () => void;
}

type CellsOf = (
  row: Row,
  i: number,
) => readonly { readonly column: string; readonly edit: CellEdit | null }[];

/** Rows between two places, those of groups not among them. */
function countRows(model: GridModel, from: number, to: number): number {
  return model.ranges(from, to).reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** So many rows from a place on, as they are asked for. */
async function* rowsShown(model: GridModel, at: number, count: number): AsyncGenerator<readonly Row[]> {
  let left = count;
  for (const [first, last] of model.ranges(at, model.count - 1)) {
    const end = Math.min(last, first + left - 1);
    if (end < first) return;
    left -= end - first + 1;
    yield model.window.rows(first, end);
  }
}

async function* once(rows: Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  yield rows;
}

export function makeSheetIntents(ports: () => EditPorts): SheetIntents {
  /** Changes these rows, in slices of time; nothing at all where one may not be changed. */
  const apply = async (batches: AsyncIterable<readonly Row[]>, cells: CellsOf): Promise<boolean> => {
    const { model, mayEdit, refuse } = ports();
    const changed = new Map<string, RowEdit | null>();
    let fixed = 0;
    let i = 0;
    for await (const rows of batches) {
      await sliced(rows, (row, j) => {
        const key = model.views.editKeyOf(row, i + j);
        const some = cells(row, i + j);
        const column = model.layout.columns.find(({ id }) => id === some[0]?.column)?.column;
        if (key === null || (column && !mayEdit(column, row))) fixed += 1;
        else {
          // Two rows may show one record.
          const known = changed.has(key) ? (changed.get(key) ?? null) : model.edits.row(key);
          const after = changedRow(known, key, row, some, model.edits.within);
          // Asked here, in slices: the counts then know it.
          if (after) model.views.notes(after);
          changed.set(key, after);
        }
      });
      i += rows.length;
    }
    if (fixed > 0) {
      refuse(`Nothing was changed. ${counted(fixed, 'rows')} cannot be changed here.`);
      return false;
    }
    const others = model.edits.rows.filter(({ key }) => !changed.has(key)).length;
    if (others + changed.size > mostRows) {
      refuse(
        `Nothing was changed. With these there would be more than the ${counted(mostRows, 'rows')} that are saved at once. Save first.`,
      );
      return false;
    }
    model.edits.takeRows(changed);
    return true;
  };

  const change = (at: number, count: number, cells: CellsOf): Promise<boolean> =>
    apply(rowsShown(ports().model, at, count), cells);

  const columnsOf = ({ left, right }: CellBlock): readonly (GridColumn | null)[] =>
    ports()
      .model.layout.columns.slice(left, right + 1)
      .map(({ column }) => column);

  /** The columns of the block, all of which can be changed; else tells which cannot. */
  const changeable = (block: CellBlock): readonly GridColumn[] | null => {
    const { mayEditColumn, refuse } = ports();
    const columns = columnsOf(block).flatMap((column) => column ?? []);
    const fixed = columns.filter((column) => !mayEditColumn(column));
    if (columns.length > 0 && fixed.length === 0) return columns;
    if (fixed.length > 0) refuse(`Nothing was changed. ${fixedColumns(fixed)}`);
    return null;
  };

  const paste = async (text: string): Promise<void> => {
    const { model, noun, tell, refuse, mayEditColumn } = ports();
    const { block } = model;
    const plan = planPaste(parseTsv(text), block, {
      rowsLeft: countRows(model, block.top, model.count - 1),
      columns: model.layout.columns.map(({ column }) => column),
      mayEdit: mayEditColumn,
      noun,
    });
    if ('refused' in plan) {
      refuse(plan.refused);
      return;
    }
    const labels = plan.columns.map((column) => model.views.labels(column));
    let cells = 0;
    const done = await change(block.top, plan.rows, (_row, i) =>
      plan.columns.flatMap((column, j) => {
        const pasted = plan.text(i, j);
        if (pasted === undefined) return [];
        cells += 1;
        return { column: column.id, edit: editOf(column, pasted, labels[j] ?? null) };
      }),
    );
    if (!done) return;
    model.activate({ row: block.top, col: block.left });
    model.extend({ row: block.top + plan.rows - 1, col: block.left + plan.columns.length - 1 }, 'anchor');
    const { wrong } = model.edits.tally;
    tell(
      `Pasted ${counted(cells, 'cells')} in ${counted(plan.rows, 'rows')}.${wrong > 0 ? ` ${counted(wrong, 'cells')} cannot be saved yet.` : ''}`,
    );
  };

  /** Copies the block's first row over the others; of one row, the row above it. */
  const fillDown = async (columns: readonly GridColumn[]): Promise<void> => {
    const { model, refuse } = ports();
    const { block } = model;
    const source = heightOf(block) === 1 ? block.top - 1 : block.top;
    const view = model.view(source);
    if (!view) {
      refuse('There is no row to fill from. Mark the row and those below it.');
      return;
    }
    const from = model.after(view.row, view.editKey);
    const copies = columns.map((column) => ({
      column: column.id,
      edit: copyOf(column, from, model.edits.cell(view.editKey, column.id), model.views.labels(column)),
    }));
    const count = countRows(model, source + 1, block.bottom);
    if (count > 0) await change(source + 1, count, () => copies);
  };

  const fillWith = (text: string): void => {
    const { model, report } = ports();
    const columns = changeable(model.block);
    if (!columns) return;
    const { top, bottom } = model.block;
    const cells = columns.map((column) => ({
      column: column.id,
      edit: editOf(column, text, model.views.labels(column)),
    }));
    report(change(top, countRows(model, top, bottom), () => cells));
  };

  const copy = async (): Promise<void> => {
    const { model, tell } = ports();
    const { block } = model;
    const columns = columnsOf(block).flatMap((column) => column ?? []);
    const lines: string[][] = [];
    for (const [first, last] of model.ranges(block.top, block.bottom)) {
      const rows = await model.window.rows(first, last);
      rows.forEach((row, i) => {
        const values = model.after(row, model.views.editKeyOf(row, first + i) ?? '');
        lines.push(columns.map((column) => copiedText(column, values)));
      });
    }
    await writeClipboard(toLines(lines));
    tell(`Copied ${counted(lines.length * columns.length, 'cells')}.`);
  };

  return {
    paste: (text) => {
      if (ports().model.active.row < 0) return false;
      ports().report(paste(text));
      return true;
    },
    fillDown: () => {
      const { model, report } = ports();
      const columns = model.active.row < 0 ? null : changeable(model.block);
      if (columns) report(fillDown(columns));
      return true;
    },
    clear: () => {
      if (ports().model.active.row >= 0) fillWith('');
      return true;
    },
    fillWith,
    setForChosen: (column, text) => {
      const { model, report, rowKey } = ports();
      const cell = { column: column.id, edit: editOf(column, text, model.views.labels(column)) };
      report(apply(once(selectedRows(model.window, model.selection, rowKey)), () => [cell]));
    },
    copy: () => ports().report(copy()),
  };
}

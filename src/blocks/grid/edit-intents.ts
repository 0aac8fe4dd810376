import { counted } from '#src/core/nouns.ts';
import type { Row } from '#src/core/values.ts';
import { editOf } from './cell-change.ts';
import { rowKeyOf } from './cell-view.ts';
import type { GridColumn } from './definition.ts';
import type { EditPorts } from './edit-ports.ts';
import { parseTsv } from './edit-tsv.ts';
import type { EditStep, GridIntents } from './intents.ts';
import type { Active } from './navigation.ts';
import { editText } from './parse-cell.ts';
import type { CellChange } from './row-edit.ts';
import { makeSheetIntents } from './sheet-intents.ts';

const steps: { readonly [step in EditStep]: readonly [number, number] } = {
  down: [1, 0],
  up: [-1, 0],
  right: [0, 1],
  left: [0, -1],
  stay: [0, 0],
};

type EditIntents = Pick<
  GridIntents,
  | 'startEdit'
  | 'endEdit'
  | 'endEditInAll'
  | 'setForChosen'
  | 'clear'
  | 'paste'
  | 'undo'
  | 'redo'
  | 'fillDown'
  | 'extend'
> & {
  /** Copies the marked block; false where the grid is no worksheet. */
  readonly copyBlock: () => boolean;
};

/** What typing, pasting and undoing do to cells. */
export function makeEditIntents(ports: () => EditPorts): EditIntents {
  const columnAt = (col: number): GridColumn | null => ports().model.layout.columns[col]?.column ?? null;

  const sheet = makeSheetIntents(ports);

  const change = (column: GridColumn, row: Row, key: string, text: string): CellChange => ({
    key,
    row,
    column: column.id,
    edit: editOf(column, text, ports().model.views.labels(column)),
  });

  const keep = ({ row, col }: Active, text: string): void => {
    const view = ports().model.view(row);
    const column = columnAt(col);
    if (view && column) ports().model.edits.take([change(column, view.row, view.editKey, text)]);
  };

  const fill = async (at: Active, cells: readonly (readonly string[])[]): Promise<void> => {
    const { model, rowKey, mayEdit, tell, noun } = ports();
    const changes: CellChange[] = [];
    let fixed = 0;
    let taken = 0;
    // Every place below is asked for, loaded or not; rows of groups are stepped over.
    for (const [first, last] of model.ranges(at.row, model.count - 1)) {
      const end = Math.min(last, first + cells.length - taken - 1);
      if (end < first) break;
      const rows = await model.window.rows(first, end);
      rows.forEach((row, i) => {
        cells[taken + i]?.forEach((text, j) => {
          const column = columnAt(at.col + j);
          if (column && mayEdit(column, row))
            changes.push(change(column, row, rowKeyOf(row, rowKey, first + i), text));
          else fixed += 1;
        });
      });
      taken += rows.length;
    }
    model.edits.take(changes);
    const said = [`Pasted ${counted(changes.length, 'cells')}.`];
    if (fixed > 0) said.push(`${counted(fixed, 'cells')} left out: they cannot be changed here.`);
    if (taken < cells.length)
      said.push(`${counted(cells.length - taken, 'lines')} left out: there are no more ${noun}.`);
    tell(said.join(' '));
  };

  const startEdit = (active: Active, letter: string | null): boolean => {
    const { model, mayEdit } = ports();
    const view = model.view(active.row);
    const column = columnAt(active.col);
    if (!view || !column || !mayEdit(column, view.row)) return false;
    const unsaved = model.edits.cell(view.editKey, column.id);
    const stored = editText(column, model.after(view.row, view.editKey));
    const start = unsaved?.problem ? unsaved.text : stored;
    if (active.row !== model.active.row || active.col !== model.active.col) model.activate(active);
    // A choice is opened as it stands: a first letter is the browser's to find it by.
    const choice = model.views.labels(column) !== null || column.field.type === 'boolean';
    model.edit({ ...active, start: choice ? start : (letter ?? start), chosen: letter === null });
    return true;
  };

  return {
    startEdit,
    endEdit: (text, step) => {
      const { model } = ports();
      const at = model.editing;
      if (!at) return;
      model.edit(null);
      if (text !== null && text !== at.start) keep(at, text);
      else if (text !== null && !at.chosen) keep(at, text);
      const [down, right] = steps[step];
      if (down !== 0)
        model.activate({ row: Math.max(0, Math.min(model.count - 1, at.row + down)), col: at.col });
      for (let col = at.col + right; right !== 0 && columnAt(col); col += right)
        if (startEdit({ row: at.row, col }, null)) return;
    },
    clear: (active) => {
      if (ports().sheet) return sheet.clear();
      const view = ports().model.view(active.row);
      const column = columnAt(active.col);
      if (!view || !column || !ports().mayEdit(column, view.row)) return false;
      keep(active, '');
      return true;
    },
    paste: (active, text) => {
      if (ports().sheet) return sheet.paste(text);
      if (active.row < 0 || !ports().model.layout.columns.some(({ column }) => column?.edit)) return false;
      ports().report(fill(active, parseTsv(text)));
      return true;
    },
    undo: () => ports().model.edits.undo(),
    redo: () => ports().model.edits.redo(),
    endEditInAll: (text) => {
      if (!ports().sheet || !ports().model.editing) return false;
      ports().model.edit(null);
      sheet.fillWith(text);
      return true;
    },
    setForChosen: sheet.setForChosen,
    fillDown: () => ports().sheet && sheet.fillDown(),
    extend: (to) => {
      if (!ports().sheet || to.row < 0 || ports().model.active.row < 0) return false;
      ports().model.extend(to);
      return true;
    },
    copyBlock: () => {
      const { model } = ports();
      if (!ports().sheet || model.active.row < 0) return false;
      sheet.copy();
      return true;
    },
  };
}

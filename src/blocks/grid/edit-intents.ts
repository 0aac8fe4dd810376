import type { Row } from '#src/core/values.ts';
import type { CellChange } from './cell-edits.ts';
import { rowKeyOf } from './cell-view.ts';
import type { GridColumn } from './definition.ts';
import { parseTsv } from './edit-tsv.ts';
import type { GridModel } from './grid-model.ts';
import type { EditStep, GridIntents } from './intents.ts';
import type { Active } from './navigation.ts';
import { counted } from './nouns.ts';
import { editText, parseCell } from './parse-cell.ts';

interface EditPorts {
  readonly model: GridModel;
  readonly rowKey: string | null;
  readonly noun: string;
  /** Whether the person may change this cell. */
  readonly mayEdit: (column: GridColumn, row: Row) => boolean;
  readonly tell: (text: string) => void;
  readonly report: (work: Promise<unknown>) => void;
}

const steps: { readonly [step in EditStep]: readonly [number, number] } = {
  down: [1, 0],
  up: [-1, 0],
  right: [0, 1],
  left: [0, -1],
  stay: [0, 0],
};

type EditIntents = Pick<GridIntents, 'startEdit' | 'endEdit' | 'clear' | 'paste' | 'undo'>;

/** What typing, pasting and undoing do to cells. */
export function makeEditIntents(ports: () => EditPorts): EditIntents {
  const columnAt = (col: number): GridColumn | null => ports().model.layout.columns[col]?.column ?? null;

  const change = (column: GridColumn, row: Row, key: string, text: string): CellChange => {
    const parsed = parseCell(column, text, ports().model.views.labels(column));
    const edit =
      'problem' in parsed
        ? { text, values: null, problem: parsed.problem }
        : { text, values: parsed.values, problem: null };
    return { key, row, column: column.id, edit };
  };

  const keep = ({ row, col }: Active, text: string): void => {
    const view = ports().model.view(row);
    const column = columnAt(col);
    if (view && column) ports().model.edits.take([change(column, view.row, view.key, text)]);
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
    const unsaved = model.edits.cell(view.key, column.id);
    const stored = editText(column, model.edits.valuesOf(view.row, view.key));
    const start = unsaved?.problem ? unsaved.text : stored;
    model.activate(active);
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
      const view = ports().model.view(active.row);
      const column = columnAt(active.col);
      if (!view || !column || !ports().mayEdit(column, view.row)) return false;
      keep(active, '');
      return true;
    },
    paste: (active, text) => {
      if (active.row < 0 || !ports().model.layout.columns.some(({ column }) => column?.edit)) return false;
      ports().report(fill(active, parseTsv(text)));
      return true;
    },
    undo: () => ports().model.edits.undo(),
  };
}

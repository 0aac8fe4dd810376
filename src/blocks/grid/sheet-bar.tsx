import { counted, singular } from '#src/core/nouns.ts';
import type { GridColumn, LinkedGrid } from './definition.ts';
import type { GridModel } from './grid-model.ts';
import type { RowEdit } from './row-edit.ts';
import { SetForChosen } from './set-for-chosen.tsx';

export interface SheetBarProps {
  readonly model: GridModel;
  readonly block: LinkedGrid;
  readonly saving: boolean;
  readonly selected: number;
  readonly onSet: (column: GridColumn, text: string) => void;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
  readonly onChoose: (rows: readonly RowEdit[], column: string | null, take: 'mine' | 'theirs') => void;
  /** Takes back what was changed in a row. */
  readonly onForget: (row: RowEdit) => void;
  /** Leads to the first cell that cannot be saved. */
  readonly onShow: () => void;
}

/** What of a worksheet is not saved: how much, what of it cannot be, and where somebody else was quicker. */
export function SheetBar(props: SheetBarProps) {
  const { model, block, saving, onSave, onDiscard, onShow } = props;
  const { edits } = model;
  const { cells, rows, wrong, warned, clashing } = edits.tally;
  const nothing = cells === 0;
  const total = model.window.total ?? 0;
  return (
    <div className="cad-grid-edits cad-sheet-bar">
      <div className="cad-grid-toolbar">
        <strong role="status" data-changes={cells}>
          {nothing
            ? 'No unsaved changes'
            : `${counted(cells, 'changes')} in ${counted(rows, 'rows')}, not saved`}
        </strong>
        <button
          type="button"
          className="cad-button cad-primary"
          disabled={saving || nothing}
          onClick={onSave}
        >
          {saving ? 'Saving …' : 'Save'}
        </button>
        <button type="button" className="cad-button" disabled={saving || nothing} onClick={onDiscard}>
          Discard
        </button>
        <button
          type="button"
          className="cad-button"
          disabled={!edits.canUndo}
          title="Ctrl+Z"
          onClick={() => edits.undo()}
        >
          Undo
        </button>
        <button
          type="button"
          className="cad-button"
          disabled={!edits.canRedo}
          title="Ctrl+Y"
          onClick={() => edits.redo()}
        >
          Redo
        </button>
        {wrong > 0 ? (
          <>
            <span className="cad-sheet-wrong">{counted(wrong, 'cells')} cannot be saved yet</span>
            <button type="button" className="cad-button" onClick={onShow}>
              Show the first
            </button>
          </>
        ) : warned > 0 ? (
          <span className="cad-sheet-warned">
            {counted(warned, 'warnings')}: look at the cells marked amber, unless they are meant so
          </span>
        ) : total > block.most ? (
          <span className="cad-sheet-wrong">
            {counted(total, block.noun)} are more than the {counted(block.most, 'rows')} of a worksheet, so no
            cell can be changed. Narrow the search.
          </span>
        ) : nothing ? (
          <span className="cad-muted">
            Type over cells, paste from a spreadsheet, or mark cells with Shift and fill down with Ctrl+D.
          </span>
        ) : null}
      </div>
      {props.selected > 0 && total <= block.most ? (
        <SetForChosen
          columns={block.columns.filter((column) => model.views.mayEditColumn(column))}
          labels={(column) => model.views.labels(column)}
          chosen={props.selected}
          onSet={props.onSet}
        />
      ) : null}
      {clashing > 0 ? <Clashes {...props} clashing={clashing} /> : null}
      <Refusals {...props} />
    </div>
  );
}

const shownRows = 20;

/** Cells that somebody else has changed meanwhile, each with both values. */
function Clashes({ model, block, onChoose, clashing }: SheetBarProps & { readonly clashing: number }) {
  const rows = model.edits.rows.filter(({ cells }) => [...cells.values()].some(({ theirs }) => theirs));
  return (
    <section className="cad-sheet-clashes" aria-label="Changed by others meanwhile">
      <div className="cad-grid-toolbar">
        <span role="alert">
          {counted(clashing, 'cells')} {clashing === 1 ? 'was' : 'were'} changed by others meanwhile. Choose,
          then save.
        </span>
        <button type="button" className="cad-button" onClick={() => onChoose(rows, null, 'mine')}>
          Keep all of mine
        </button>
        <button type="button" className="cad-button" onClick={() => onChoose(rows, null, 'theirs')}>
          Take all of theirs
        </button>
      </div>
      <ul>
        {rows.slice(0, shownRows).flatMap((row) =>
          [...row.cells].flatMap(([id, { theirs, values }]) => {
            const column = block.columns.find((known) => known.id === id);
            if (!theirs || !column) return [];
            const name = `${singular(block.noun)} ${row.key}, ${column.title}`;
            return (
              <li key={`${row.key} ${id}`}>
                <span>
                  <b>{name}</b>: {theirs.by ?? 'somebody else'} has{' '}
                  <q>{model.views.edited(column, theirs.values)}</q>, you have{' '}
                  <q>{model.views.edited(column, { ...row.row, ...values })}</q>
                </span>
                <button
                  type="button"
                  className="cad-button"
                  aria-label={`Keep mine: ${name}`}
                  onClick={() => onChoose([row], id, 'mine')}
                >
                  Keep mine
                </button>
                <button
                  type="button"
                  className="cad-button"
                  aria-label={`Take theirs: ${name}`}
                  onClick={() => onChoose([row], id, 'theirs')}
                >
                  Take theirs
                </button>
              </li>
            );
          }),
        )}
      </ul>
      {rows.length > shownRows ? (
        <p className="cad-muted">And {counted(rows.length - shownRows, 'more rows')}.</p>
      ) : null}
    </section>
  );
}

/** Rows that were refused for a reason that no cell can tell. */
function Refusals({ model, block, onForget }: SheetBarProps) {
  return model.edits.rows
    .filter(({ failure }) => failure !== null)
    .slice(0, shownRows)
    .map((row) => (
      <div key={row.key} className="cad-grid-notice" data-kind="error" role="alert">
        <span>
          {singular(block.noun)} {row.key}: {row.failure?.message}
        </span>
        <button type="button" className="cad-button" onClick={() => onForget(row)}>
          Leave this row as it is
        </button>
      </div>
    ));
}

import { counted, singular } from '#src/core/nouns.ts';
import type { CellEdits } from './cell-edits.ts';
import type { RowEdit } from './row-edit.ts';

export interface EditBarProps {
  readonly edits: CellEdits;
  readonly noun: string;
  readonly saving: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
  readonly onReload: (row: RowEdit) => void;
  readonly onForce: (row: RowEdit) => void;
}

/** What was changed and not saved: how much, what of it cannot be saved, and which rows the server refused. */
export function EditBar({ edits, noun, saving, onSave, onDiscard, onReload, onForce }: EditBarProps) {
  const rows = edits.rows;
  if (rows.length === 0) return null;
  const wrong = rows.flatMap(({ cells }) => [...cells.values()].filter(({ problem }) => problem !== null));
  const refused = rows.filter(({ failure }) => failure !== null);
  return (
    <div className="cad-grid-edits">
      <div className="cad-grid-toolbar">
        <button type="button" className="cad-button cad-primary" disabled={saving} onClick={onSave}>
          {saving ? 'Saving …' : `Save ${counted(rows.length, 'rows')}`}
        </button>
        <button type="button" className="cad-button" disabled={saving} onClick={onDiscard}>
          Discard
        </button>
        <span role="status">
          {wrong.length > 0
            ? `${counted(wrong.length, 'cells')} cannot be saved: ${wrong[0]?.problem ?? ''}`
            : ''}
        </span>
      </div>
      {refused.map((row) => (
        <div key={row.key} className="cad-grid-notice" data-kind="error" role="alert">
          <span>
            {singular(noun)} {row.key} was not saved. {row.failure?.message}
            {row.failure?.reference ? ` Reference ${row.failure.reference}.` : ''}
          </span>
          {row.failure?.status === 409 ? (
            <>
              <button type="button" className="cad-button" onClick={() => onReload(row)}>
                Reload
              </button>
              <button type="button" className="cad-button" onClick={() => onForce(row)}>
                Save all the same
              </button>
            </>
          ) : null}
        </div>
      ))}
    </div>
  );
}

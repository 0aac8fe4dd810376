import type { GridColumn } from './definition.ts';
import { type ColumnChoice, isHidden, moveColumn, noChoice, orderColumns, showColumn } from './layout.ts';

interface ChooserProps {
  readonly columns: readonly GridColumn[];
  readonly choice: ColumnChoice;
  /** Columns that there is no room for. */
  readonly away: readonly string[];
  readonly onChange: (choice: ColumnChoice) => void;
}

/** What opens by a key goes on by keys. */
export function focusFirst(element: HTMLElement | null): void {
  element?.querySelector<HTMLElement>('input, a, button')?.focus({ preventScroll: true });
}

/** Which columns are shown and in what order; remembered per user. */
export function ColumnChooser({ columns, choice, away, onChange }: ChooserProps) {
  const ordered = orderColumns(columns, choice);
  const isShown = (column: GridColumn) => !isHidden(column, choice) && !away.includes(column.id);
  const shown = ordered.filter(isShown).length;
  return (
    <div className="cad-grid-chooser" ref={focusFirst}>
      <ul>
        {ordered.map((column, index) => {
          const visible = isShown(column);
          const above = ordered[index - 1];
          const below = ordered[index + 1];
          const afterBelow = ordered[index + 2];
          return (
            <li key={column.id}>
              <label>
                <input
                  type="checkbox"
                  checked={visible}
                  disabled={visible && shown === 1}
                  onChange={() => onChange(showColumn(column, choice, !visible))}
                />
                {column.title}
                {away.includes(column.id) ? <span className="cad-muted"> (no room)</span> : null}
              </label>
              <button
                type="button"
                aria-label={`Move ${column.title} up`}
                disabled={!above}
                onClick={() => above && onChange(moveColumn(columns, choice, column.id, above.id))}
              >
                ↑
              </button>
              <button
                type="button"
                aria-label={`Move ${column.title} down`}
                disabled={!below}
                onClick={() => onChange(moveColumn(columns, choice, column.id, afterBelow?.id ?? null))}
              >
                ↓
              </button>
            </li>
          );
        })}
      </ul>
      <button type="button" className="cad-button" onClick={() => onChange(noChoice)}>
        Reset columns
      </button>
    </div>
  );
}

import type { GridColumn } from './definition.ts';
import { type ColumnChoice, isHidden, moveColumn, noChoice, orderColumns, showColumn } from './layout.ts';

interface ChooserProps {
  readonly columns: readonly GridColumn[];
  readonly choice: ColumnChoice;
  readonly onChange: (choice: ColumnChoice) => void;
}

/** What opens by a key goes on by keys. */
export function focusFirst(element: HTMLElement | null): void {
  element?.querySelector<HTMLElement>('input, a, button')?.focus({ preventScroll: true });
}

/** Which columns are shown and in what order; remembered per user. */
export function ColumnChooser({ columns, choice, onChange }: ChooserProps) {
  const ordered = orderColumns(columns, choice);
  const shown = ordered.filter((column) => !isHidden(column, choice)).length;
  return (
    <div className="cad-grid-chooser" ref={focusFirst}>
      <ul>
        {ordered.map((column, index) => {
          const visible = !isHidden(column, choice);
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

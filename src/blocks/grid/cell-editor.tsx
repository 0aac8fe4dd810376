import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { GridColumn } from './definition.ts';
import type { Labels } from './format-cell.ts';
import { isCellKey } from './grid-keys.ts';
import type { EditStep, GridIntents } from './intents.ts';

/** The input in a cell: Enter and Tab keep what was typed and go on, Escape leaves it as it was. */
export function CellEditor({
  column,
  labels,
  start,
  chosen,
  intents,
}: {
  readonly column: GridColumn;
  readonly labels: Labels | null;
  /** What stands in it at first. */
  readonly start: string;
  /** Whether the text is selected, so that typing replaces it. */
  readonly chosen: boolean;
  readonly intents: GridIntents;
}) {
  const input = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const done = useRef(false);
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    if (chosen && input.current instanceof HTMLInputElement) input.current.select();
  }, [chosen]);

  const end = (step: EditStep, keep: boolean) => {
    if (done.current) return;
    done.current = true;
    intents.endEdit(keep ? (input.current?.value ?? '') : null, step);
  };
  const pressed = (event: KeyboardEvent) => {
    // The grid's own keys wait until the cell is left.
    event.stopPropagation();
    if (!isCellKey(event)) return;
    const all = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (all && intents.endEditInAll(input.current?.value ?? '')) done.current = true;
    else if (event.key === 'Escape') end('stay', false);
    else if (event.key === 'Enter') end(event.shiftKey ? 'up' : 'down', true);
    else if (event.key === 'Tab') end(event.shiftKey ? 'left' : 'right', true);
    else return;
    event.preventDefault();
  };
  const shared = {
    className: 'cad-grid-editor',
    'aria-label': column.title,
    'data-editor': true,
    onKeyDown: pressed,
    onBlur: () => end('stay', true),
  };
  const options = labels ?? (column.field.type === 'boolean' ? yesNo : null);
  if (!options) return <input ref={input} type="text" autoComplete="off" defaultValue={start} {...shared} />;
  return (
    <select ref={input} defaultValue={start} {...shared}>
      <option value="">–</option>
      {[...options].map(([code, label]) => (
        <option key={code} value={code}>
          {label}
        </option>
      ))}
    </select>
  );
}

const yesNo: Labels = new Map([
  ['yes', 'Yes'],
  ['no', 'No'],
]);

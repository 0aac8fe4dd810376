import { useState } from 'react';
import { counted } from '#src/core/nouns.ts';
import type { GridColumn } from './definition.ts';
import type { Labels } from './format-cell.ts';

interface SetForChosenProps {
  readonly columns: readonly GridColumn[];
  readonly labels: (column: GridColumn) => Labels | null;
  /** How many rows are ticked. */
  readonly chosen: number;
  readonly onSet: (column: GridColumn, text: string) => void;
}

const yesNo: Labels = new Map([
  ['yes', 'Yes'],
  ['no', 'No'],
]);

/** Writes one value into a column of all rows that are ticked. */
export function SetForChosen({ columns, labels, chosen, onSet }: SetForChosenProps) {
  const [id, setId] = useState(columns[0]?.id ?? '');
  const [text, setText] = useState('');
  const column = columns.find((known) => known.id === id) ?? columns[0];
  if (!column) return null;
  const options = labels(column) ?? (column.field.type === 'boolean' ? yesNo : null);
  return (
    <form
      className="cad-grid-toolbar cad-sheet-set"
      onSubmit={(event) => {
        event.preventDefault();
        onSet(column, text);
      }}
    >
      <span aria-hidden="true">Set</span>
      <select
        className="cad-input"
        aria-label="Column to set"
        value={column.id}
        onChange={(event) => {
          setId(event.target.value);
          setText('');
        }}
      >
        {columns.map((known) => (
          <option key={known.id} value={known.id}>
            {known.title}
          </option>
        ))}
      </select>
      <span aria-hidden="true">to</span>
      {options ? (
        <select
          className="cad-input"
          aria-label={column.title}
          value={text}
          onChange={(event) => setText(event.target.value)}
        >
          <option value="">–</option>
          {[...options].map(([code, label]) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          type="text"
          className="cad-input"
          aria-label={column.title}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <button type="submit" className="cad-button">
        Set for {counted(chosen, 'chosen rows')}
      </button>
    </form>
  );
}

import { type KeyboardEvent, useMemo, useRef } from 'react';
import type { CodeRow } from '#src/core/linked.ts';
import { isKey, useKeys } from '#src/render/keys.ts';
import { afterPress } from './after-press.ts';
import type { FormField } from './definition.ts';
import { Note } from './field-group.tsx';
import { inputId, useForm, useFormState } from './form-context.ts';
import { boxKeys, formPart } from './form-keys.ts';
import { cellSlot, linesAt } from './form-lines.ts';
import { noteAt } from './form-state.ts';
import { matrixOf } from './matrix.ts';

const none: readonly number[] = [];

/** Lines that hold one code each, as checkboxes in rows and columns: ticked, a line is there. */
export function MatrixInput({ owner, cell }: { readonly owner: FormField; readonly cell: FormField }) {
  const { codes, readOnly } = useForm();
  const enabled = useFormState((state) => state.flags[owner.id]?.enabled ?? true);
  const rows = codes[cell.codes ?? ''] ?? [];
  const { columns, lines } = useMemo(() => matrixOf(rows), [rows]);
  const table = useRef<HTMLTableElement>(null);
  const frozen = readOnly || owner.readOnly || !enabled;
  useKeys(formPart, [boxKeys]);
  const press = (event: KeyboardEvent) => {
    const to = isKey(event, boxKeys) ? nextBox(table.current, event) : null;
    if (!to) return;
    event.preventDefault();
    to.focus();
  };
  return (
    <table ref={table} className="cad-matrix" onKeyDown={press}>
      <thead>
        <tr>
          <td />
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ title, cells }, y) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            {cells.map((code, x) => (
              <td key={columns[x]}>
                {code ? <Box owner={owner} cell={cell} code={code} at={`${x},${y}`} frozen={frozen} /> : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Box({
  owner,
  cell,
  code,
  at,
  frozen,
}: {
  readonly owner: FormField;
  readonly cell: FormField;
  readonly code: CodeRow;
  readonly at: string;
  readonly frozen: boolean;
}) {
  const { store, prefix } = useForm();
  const key = useFormState((state) => {
    const index = linesAt(state.values, owner.id).findIndex((line) => line[cell.id] === code.code);
    return (state.lineKeys[owner.id] ?? none)[index] ?? null;
  });
  const slot = useMemo(() => (key === null ? null : cellSlot(owner, key, cell)), [owner, cell, key]);
  const wrong = useFormState((state) => (slot ? noteAt(state, slot)?.level === 'error' : false));
  const id = inputId(prefix, slot ? slot.place : `${owner.id}.${code.code}`);
  const change = () => {
    if (key !== null) store.removeLine(owner, key);
    else store.changeCell(owner, store.addLine(owner), cell, code.code, undefined);
  };
  return (
    <>
      <input
        type="checkbox"
        id={id}
        data-at={at}
        aria-label={code.label}
        title={code.label}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-note` : undefined}
        checked={key !== null}
        disabled={frozen}
        onChange={change}
        onBlur={() => slot && afterPress(() => store.touch(slot.place))}
      />
      {slot ? <Note slot={slot} /> : null}
    </>
  );
}

const steps: { readonly [key: string]: readonly [number, number] } = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** The next box in the direction of an arrow, past places where none stands. */
function nextBox(table: HTMLTableElement | null, { key, target }: KeyboardEvent): HTMLInputElement | null {
  const step = steps[key];
  const at = target instanceof HTMLInputElement ? target.dataset.at : undefined;
  if (!table || !step || at === undefined) return null;
  let [x = 0, y = 0] = at.split(',').map(Number);
  for (let i = 0; i < table.rows.length; i++) {
    x += step[0];
    y += step[1];
    const box = table.querySelector<HTMLInputElement>(`input[data-at="${x},${y}"]:not(:disabled)`);
    if (box) return box;
  }
  return null;
}

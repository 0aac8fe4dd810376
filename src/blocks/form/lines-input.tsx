import { type KeyboardEvent, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '#src/render/icon.tsx';
import { isKey, useKeys } from '#src/render/keys.ts';
import { LoadBoundary } from '#src/render/load-boundary.tsx';
import { lazyPart } from '#src/render/load-part.ts';
import type { FormField, FormLines } from './definition.ts';
import { Note, Required } from './field-group.tsx';
import { FieldInput } from './field-input.tsx';
import { focusSoon } from './focus-soon.ts';
import { inputId, useForm, useFormState } from './form-context.ts';
import { formPart, moveLineKeys } from './form-keys.ts';
import { cellSlot, linesAt, placeOfCell } from './form-lines.ts';
import { OwnLineButton } from './line-buttons.tsx';
import { LineTotals } from './line-totals.tsx';

// Few rows are picked from a list.
const PickDialog = lazyPart(async () => (await import('./pick-dialog.tsx')).PickDialog);

const none: readonly number[] = [];

interface LineProps {
  readonly owner: FormField;
  readonly lines: FormLines;
  readonly lineKey: number;
  readonly index: number;
  readonly count: number;
  readonly frozen: boolean;
  readonly move: (key: number, by: -1 | 1) => void;
  readonly remove: (key: number) => void;
}

/** Repeated lines: a row of inputs each, added, removed and moved by mouse and keyboard. */
export function LinesInput({ owner, lines }: { readonly owner: FormField; readonly lines: FormLines }) {
  const { store, prefix, readOnly } = useForm();
  const keys = useFormState((state) => state.lineKeys[owner.id] ?? none);
  const enabled = useFormState((state) => state.flags[owner.id]?.enabled ?? true);
  const frozen = readOnly || owner.readOnly || !enabled;
  const [told, setTold] = useState('');
  // Set by an event, reached once React has drawn what the event made.
  const next = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the lines
  useEffect(() => {
    if (next.current) focusSoon(next.current);
    next.current = null;
  }, [keys]);

  const base = inputId(prefix, owner.id);
  const full = keys.length >= lines.maxItems;
  const first = lines.fields.find((cell) => !cell.readOnly);
  const [picking, setPicking] = useState(false);
  const { pick } = lines;
  const taken = useFormState((state) =>
    pick
      ? linesAt(state.values, owner.id)
          .map((line) => line[pick.field])
          .join()
      : '',
  );
  const addPicked = (ids: readonly number[]) => {
    if (!pick) return;
    for (const id of ids) store.addLine(owner, { [pick.field]: id });
    setTold(`${ids.length} ${ids.length === 1 ? 'line' : 'lines'} added.`);
  };
  const add = () => {
    if (full) return;
    const key = store.addLine(owner);
    if (first) next.current = inputId(prefix, placeOfCell(owner.id, key, first.id));
    setTold(`Line ${keys.length + 1} added.`);
  };
  const remove = useCallback(
    (key: number) => {
      const { lineKeys } = store.getState();
      const before = lineKeys[owner.id] ?? none;
      const index = before.indexOf(key);
      const neighbour = before[index + 1] ?? before[index - 1];
      next.current = neighbour === undefined ? `${base}-add` : `${base}-${neighbour}-remove`;
      store.removeLine(owner, key);
      setTold(`Line ${index + 1} removed.`);
    },
    [store, owner, base],
  );
  const move = useCallback(
    (key: number, by: -1 | 1) => {
      const at = (store.getState().lineKeys[owner.id] ?? none).indexOf(key);
      const focused = document.activeElement?.id;
      next.current = focused ?? null;
      store.moveLine(owner, key, by);
      const now = (store.getState().lineKeys[owner.id] ?? none).indexOf(key);
      if (now !== at) setTold(`Line ${at + 1} is line ${now + 1} now.`);
    },
    [store, owner],
  );

  return (
    <div
      className="cad-lines"
      data-single={lines.fields.length === 1 || undefined}
      style={{ '--cad-cells': lines.fields.length } as object}
    >
      {keys.length > 0 && lines.fields.length === 1 ? null : keys.length > 0 ? (
        <div className="cad-line cad-line-head" aria-hidden="true">
          {lines.fields.map((cell) => (
            <span key={cell.id} data-number={isNumber(cell) || undefined}>
              {cell.title}
              {cell.unit ? <span className="cad-field-unit"> ({cell.unit})</span> : null}
              {cell.required && !cell.readOnly ? <span className="cad-field-required"> *</span> : null}
            </span>
          ))}
          {frozen ? null : <span className="cad-line-buttons" />}
        </div>
      ) : (
        <p className="cad-lines-none">No lines</p>
      )}
      {keys.map((key, index) => (
        <Line
          key={key}
          owner={owner}
          lines={lines}
          lineKey={key}
          index={index}
          count={keys.length}
          frozen={frozen}
          move={move}
          remove={remove}
        />
      ))}
      {keys.length > 0 && lines.fields.some(({ total }) => total !== undefined) ? (
        <LineTotals owner={owner} lines={lines} buttons={!frozen} />
      ) : null}
      {frozen ? null : (
        <div className="cad-lines-add">
          <button type="button" id={`${base}-add`} className="cad-button" aria-disabled={full} onClick={add}>
            {full ? `${lines.maxItems} lines are the most` : lines.add}
          </button>
          {pick && !full ? (
            <button type="button" className="cad-button" onClick={() => setPicking(true)}>
              Pick {pick.title}…
            </button>
          ) : null}
        </div>
      )}
      {picking && pick ? (
        <LoadBoundary>
          <Suspense fallback={null}>
            <PickDialog
              pick={pick}
              taken={taken.split(',').map(Number)}
              room={lines.maxItems - keys.length}
              onPick={addPicked}
              onClose={() => setPicking(false)}
            />
          </Suspense>
        </LoadBoundary>
      ) : null}
      <span className="cad-visually-hidden" role="status">
        {told}
      </span>
    </div>
  );
}

function Line({ owner, lines, lineKey, index, count, frozen, move, remove }: LineProps) {
  const { prefix } = useForm();
  const base = `${inputId(prefix, owner.id)}-${lineKey}`;
  const name = `line ${index + 1}`;
  useKeys(formPart, frozen || lines.unordered ? null : [moveLineKeys.up, moveLineKeys.down]);
  const press = (event: KeyboardEvent) => {
    if (frozen || lines.unordered) return;
    const by = isKey(event, moveLineKeys.up) ? -1 : isKey(event, moveLineKeys.down) ? 1 : null;
    if (by === null) return;
    event.preventDefault();
    move(lineKey, by);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row of a grid in every browser
    <div className="cad-line" role="group" aria-label={`${owner.title}, ${name}`} onKeyDown={press}>
      {lines.fields.map((cell) => (
        <Cell key={cell.id} owner={owner} lineKey={lineKey} cell={cell} name={name} frozen={frozen} />
      ))}
      {frozen ? null : (
        <div className="cad-line-buttons">
          {lines.buttons?.map((button) => (
            <OwnLineButton key={button.id} owner={owner} lineKey={lineKey} name={name} button={button} />
          ))}
          {lines.unordered ? null : (
            <>
              <button
                type="button"
                id={`${base}-up`}
                className="cad-button"
                aria-label={`Move ${name} up`}
                aria-keyshortcuts="Alt+Shift+ArrowUp"
                aria-disabled={index === 0}
                title="Move up (Alt+Shift+↑)"
                onClick={() => move(lineKey, -1)}
              >
                <Icon name="arrow-up" />
              </button>
              <button
                type="button"
                id={`${base}-down`}
                className="cad-button"
                aria-label={`Move ${name} down`}
                aria-keyshortcuts="Alt+Shift+ArrowDown"
                aria-disabled={index === count - 1}
                title="Move down (Alt+Shift+↓)"
                onClick={() => move(lineKey, 1)}
              >
                <Icon name="arrow-down" />
              </button>
            </>
          )}
          <button
            type="button"
            id={`${base}-remove`}
            className="cad-button"
            aria-label={`Remove ${name}`}
            title="Remove"
            onClick={() => remove(lineKey)}
          >
            <Icon name="cross" />
          </button>
        </div>
      )}
    </div>
  );
}

function Cell({
  owner,
  lineKey,
  cell,
  name,
  frozen,
}: {
  readonly owner: FormField;
  readonly lineKey: number;
  readonly cell: FormField;
  readonly name: string;
  readonly frozen: boolean;
}) {
  const { store, prefix } = useForm();
  const slot = useMemo(() => {
    const made = cellSlot(owner, lineKey, cell);
    return frozen ? { ...made, field: { ...cell, readOnly: true } } : made;
  }, [owner, lineKey, cell, frozen]);
  const change = useCallback(
    (input: unknown, problem?: string) => store.changeCell(owner, lineKey, cell, input, problem),
    [store, owner, lineKey, cell],
  );
  const id = inputId(prefix, slot.place);
  return (
    <div className="cad-line-cell" data-cell={cell.id}>
      <label htmlFor={id}>
        {cell.title}
        {cell.unit ? ` (${cell.unit})` : null} <span className="cad-visually-hidden">{name}</span>
        <Required slot={slot} />
      </label>
      <FieldInput slot={slot} label={`${cell.title} ${name}`} onChange={change} />
      <Note slot={slot} />
    </div>
  );
}

// A record is told by its label, not by its number.
function isNumber({ valueType, widget }: FormField): boolean {
  return (valueType === 'integer' || valueType === 'number') && widget.type !== 'record';
}

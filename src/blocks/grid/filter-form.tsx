import { type FormEvent, useId, useState } from 'react';
import { type ColumnFilter, filterWords } from '#src/core/filter.ts';
import type { SearchOperator } from '#src/core/operators.ts';
import type { ColumnMenuPlace } from './column-menu.tsx';
import type { GridColumn } from './definition.ts';
import { filterType, offeredOperators, typedValue } from './filtering.ts';
import type { Labels } from './format-cell.ts';
import { MenuAt } from './menu-at.tsx';
import { editText } from './parse-cell.ts';

interface FilterFormProps {
  readonly place: ColumnMenuPlace;
  readonly column: GridColumn;
  readonly labels: Labels | null;
  /** The filter in force of this column. */
  readonly filter: ColumnFilter | undefined;
  readonly onFilter: (filter: ColumnFilter | null) => void;
  readonly onClose: () => void;
}

const isRange = (op: SearchOperator) => op === 'between';
const isNone = (op: SearchOperator) => op === 'empty' || op === 'notempty';
const isMany = (op: SearchOperator) => op === 'oneof' || op === 'notoneof';

function typedTexts(column: GridColumn, { value }: ColumnFilter): readonly string[] {
  return (Array.isArray(value) ? value : [value]).map((one: unknown) =>
    filterType(column) === 'datetime'
      ? String(one ?? '')
      : editText(column, { [column.field.id]: one ?? null }),
  );
}

function toggled(chosen: ReadonlySet<unknown>, value: unknown): ReadonlySet<unknown> {
  const next = new Set(chosen);
  if (!next.delete(value)) next.add(value);
  return next;
}

/** More values than these are searched. */
const mostAtSight = 12;

/** What opens by a key goes on by keys. */
function focusValue(form: HTMLElement | null): void {
  const first = form?.querySelector<HTMLElement>('input') ?? form?.querySelector<HTMLElement>('select');
  first?.focus({ preventScroll: true });
}

/** To what a column is filtered: an operator of its type and the values it asks for. */
export function FilterForm({ place, column, labels, filter, onFilter, onClose }: FilterFormProps) {
  const id = useId();
  const type = filterType(column);
  const offered = offeredOperators(column, labels);
  const known = filter && offered.includes(filter.op) ? filter : undefined;
  const [op, setOp] = useState<SearchOperator>(known?.op ?? offered[0] ?? 'notempty');
  const [texts, setTexts] = useState<readonly string[]>(
    known && !isMany(known.op) && !isNone(known.op) ? typedTexts(column, known) : [],
  );
  const [chosen, setChosen] = useState<ReadonlySet<unknown>>(
    new Set(known && isMany(known.op) && Array.isArray(known.value) ? known.value : []),
  );
  const [needle, setNeedle] = useState('');
  const [fault, setFault] = useState<string | null>(null);

  const matches = ([code, label]: readonly [string, string]) =>
    `${code} ${label}`.toLocaleLowerCase('en-AU').includes(needle.trim().toLocaleLowerCase('en-AU'));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isNone(op)) return onFilter({ column: column.id, op });
    if (isMany(op))
      return chosen.size === 0
        ? setFault('Choose one at least.')
        : onFilter({ column: column.id, op, value: [...chosen] });
    const typed = texts.slice(0, isRange(op) ? 2 : 1).map((text) => typedValue(column, text));
    const wrong = typed.find((one) => 'problem' in one);
    if (wrong && 'problem' in wrong) return setFault(wrong.problem);
    const values = typed.map((one) => ('value' in one ? one.value : null));
    const [from = null, to = null] = values;
    if (from === null && to === null) return setFault('Type a value.');
    return onFilter({ column: column.id, op, value: isRange(op) ? [from, to] : from });
  };

  const input = (at: number, label: string) => (
    <div key={label} className="cad-column-filter-value">
      <label htmlFor={`${id}-${at}`}>{label}</label>
      {type === 'boolean' ? (
        <select
          id={`${id}-${at}`}
          className="cad-input"
          value={texts[at] ?? ''}
          onChange={(event) => setTexts([event.target.value])}
        >
          <option value="">Choose …</option>
          <option value="yes">Yes</option>
          <option value="no">No</option>
        </select>
      ) : (
        <input
          id={`${id}-${at}`}
          className="cad-input"
          value={texts[at] ?? ''}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
          onChange={(event) =>
            setTexts([0, 1].map((i) => (i === at ? event.target.value : (texts[i] ?? ''))))
          }
        />
      )}
    </div>
  );

  return (
    <MenuAt at={place.at} onClose={onClose}>
      <form
        ref={focusOnce}
        className="cad-column-filter"
        aria-label={`Filter ${column.title}`}
        onSubmit={submit}
      >
        <h3>{column.title}</h3>
        <select
          className="cad-input"
          aria-label="How it is compared"
          value={op}
          onChange={(event) => {
            setFault(null);
            setOp(offered.find((one) => one === event.target.value) ?? op);
          }}
        >
          {offered.map((one) => (
            <option key={one} value={one}>
              {filterWords(one, type)}
            </option>
          ))}
        </select>
        {isNone(op) ? null : isMany(op) ? (
          <>
            {(labels?.size ?? 0) > mostAtSight ? (
              <input
                type="search"
                className="cad-input"
                aria-label="Find among the values"
                placeholder="Find"
                value={needle}
                onChange={(event) => setNeedle(event.target.value)}
              />
            ) : null}
            <fieldset>
              <legend className="cad-visually-hidden">Values</legend>
              {[...(labels ?? [])].filter(matches).map(([code, label]) => {
                const value = type === 'integer' ? Number(code) : code;
                return (
                  <label key={code}>
                    <input
                      type="checkbox"
                      checked={chosen.has(value)}
                      onChange={() => setChosen(toggled(chosen, value))}
                    />
                    {label}
                  </label>
                );
              })}
            </fieldset>
          </>
        ) : isRange(op) ? (
          [input(0, 'From'), input(1, 'To')]
        ) : (
          input(0, 'Value')
        )}
        {fault === null ? null : (
          <p id={`${id}-fault`} className="cad-field-problem" role="alert">
            {fault}
          </p>
        )}
        <div className="cad-dialog-buttons">
          {filter ? (
            <button type="button" className="cad-button" onClick={() => onFilter(null)}>
              Remove filter
            </button>
          ) : null}
          <button type="submit" className="cad-button cad-primary">
            Filter
          </button>
        </div>
      </form>
    </MenuAt>
  );

  // The ref is called anew at every render of the content.
  function focusOnce(form: HTMLElement | null): void {
    if (form && !form.contains(document.activeElement)) focusValue(form);
  }
}

// Several of a list: each is seen with its tick, under the heading of its part, and found by what is typed.
import { useId, useState } from 'react';
import type { CodeRow } from '#src/core/linked.ts';
import { rank } from '#src/core/rank.ts';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { chosenCodes } from './combobox.tsx';
import './widgets.css';
import './tick-list.css';

export interface TickRow extends CodeRow {
  /** Heading that it stands under; null under none. */
  readonly part?: string | null;
}

type Props = Pick<
  WidgetProps,
  | 'id'
  | 'name'
  | 'label'
  | 'value'
  | 'onChange'
  | 'onBlur'
  | 'disabled'
  | 'readOnly'
  | 'invalid'
  | 'describedBy'
> & {
  readonly rows: readonly TickRow[];
  readonly loading?: boolean;
  readonly showCodes?: boolean;
  /** How many may be ticked; null for any number. */
  readonly most?: number | null;
};

/** In the order of the rows, whatever was ticked first; what is no row any more stands last. */
function inOrder(rows: readonly TickRow[], codes: ReadonlySet<string>): readonly string[] {
  const listed = rows.filter(({ code }) => codes.has(code)).map(({ code }) => code);
  return [...listed, ...[...codes].filter((code) => !listed.includes(code))];
}

function partsOf(rows: readonly TickRow[]): readonly (readonly [string, readonly TickRow[]])[] {
  const parts = new Map<string, TickRow[]>();
  for (const row of rows) {
    const part = row.part ?? '';
    parts.set(part, [...(parts.get(part) ?? []), row]);
  }
  return [...parts];
}

function countOf(ticked: number, of: number, most: number | null): string {
  return `${ticked} of ${of} ticked${most === null ? '' : `, ${most} at most`}`;
}

export function TickList({ rows, loading = false, showCodes = false, most = null, ...props }: Props) {
  const [term, setTerm] = useState('');
  const headings = useId();
  const active = rows.filter((row) => row.active !== false);
  const ticked = new Set(chosenCodes(props.value));
  const shown = active.filter(({ code, label }) => term.trim() === '' || rank(`${code} ${label}`, term));
  const shut = props.disabled || props.readOnly;
  const give = (codes: ReadonlySet<string>) => {
    const next = inOrder(active, codes);
    const problem =
      most !== null && next.length > most
        ? `${next.length} are ticked, and ${most} are the most.`
        : undefined;
    props.onChange(next.length > 0 ? next : null, problem);
  };
  const tick = (code: string, on: boolean) => {
    const codes = new Set(ticked);
    if (on) codes.add(code);
    else codes.delete(code);
    give(codes);
  };
  const over = most !== null && ticked.size > most;
  return (
    <fieldset
      className="cad-ticks"
      aria-label={props.label}
      aria-describedby={props.describedBy}
      onBlur={props.onBlur}
    >
      <div className="cad-ticks-above">
        <input
          id={props.id}
          name={props.name}
          type="search"
          className="cad-input"
          aria-label={`${props.label}: find`}
          placeholder="Find"
          autoComplete="off"
          maxLength={100}
          value={term}
          onChange={(event) => setTerm(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            // Enter would send the form; here it ticks the first that is left.
            if (event.key === 'Enter') {
              event.preventDefault();
              const [first] = shown;
              if (first && !shut && term.trim() !== '') tick(first.code, !ticked.has(first.code));
            } else if (event.key === 'Escape' && term !== '') {
              event.preventDefault();
              event.stopPropagation();
              setTerm('');
            }
          }}
        />
        <button
          type="button"
          disabled={shut || shown.length === 0}
          aria-label={`${props.label}: tick all that are shown`}
          onClick={() => give(new Set([...ticked, ...shown.map(({ code }) => code)]))}
        >
          All
        </button>
        <button
          type="button"
          disabled={shut || ticked.size === 0}
          aria-label={`${props.label}: tick none`}
          onClick={() => give(new Set())}
        >
          None
        </button>
        <span role="status" className={over ? 'cad-ticks-over' : 'cad-muted'}>
          {countOf(ticked.size, active.length, most)}
        </span>
      </div>
      <div className="cad-ticks-parts" aria-busy={loading}>
        {partsOf(shown).map(([part, inPart], i) => (
          <div key={part}>
            {part === '' ? null : (
              <p className="cad-ticks-part" id={`${headings}-${i}`}>
                {part}
              </p>
            )}
            <ul aria-labelledby={part === '' ? undefined : `${headings}-${i}`}>
              {inPart.map((row) => (
                <li key={row.code}>
                  <label title={row.note}>
                    <input
                      type="checkbox"
                      checked={ticked.has(row.code)}
                      disabled={shut}
                      onChange={(event) => tick(row.code, event.target.checked)}
                    />
                    {showCodes ? (
                      <>
                        <span className="cad-ticks-code">{row.code}</span>{' '}
                      </>
                    ) : null}
                    <span>{row.label}</span>
                  </label>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {shown.length === 0 ? (
          <span className="cad-muted">
            {loading ? 'Loading' : active.length === 0 ? 'No items' : 'No matches'}
          </span>
        ) : null}
      </div>
    </fieldset>
  );
}

/** The option of a widget that says how many may be ticked. */
export const mostOf = (options: WidgetProps['options']): number | null =>
  typeof options.most === 'number' ? options.most : null;

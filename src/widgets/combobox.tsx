// A select with a filter: the WAI-ARIA combobox with list autocomplete. Over 150 lines because its
// keyboard, filter and popup are one state.

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { CodeRow } from '#src/core/linked.ts';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { topLayer, useAbove } from './above.ts';
import { choices, filterCodes, labelOf } from './filter-codes.ts';
import './combobox.css';
import './widgets.css';

/** Codes of a value that is one code, a number that stands for one, or a list of them. */
export function chosenCodes(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((code) => code !== null && code !== undefined).map(String);
  return value === null || value === undefined || value === '' ? [] : [String(value)];
}

type Props = WidgetProps & {
  readonly rows: readonly CodeRow[];
  readonly loading?: boolean;
  /** Codes are shown before their labels. */
  readonly showCodes?: boolean;
};

export function Combobox({ rows, loading = false, showCodes = false, many, onChange, ...props }: Props) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();

  const chosen = chosenCodes(props.value);
  const one = chosen[0];
  const all = choices(rows, chosen);
  const shown = filterCodes(all, typed ?? '');
  const shut = props.disabled || props.readOnly;
  const rest = many || one === undefined ? '' : labelOf(rows, one);

  useAbove(list, props.id, open, true);
  useEffect(() => {
    if (open) list.current?.querySelector('[data-active="true"]')?.scrollIntoView?.({ block: 'nearest' });
  });

  const show = () => {
    if (shut) return;
    setActive(Math.max(0, one === undefined ? 0 : shown.findIndex((row) => row.code === one)));
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setTyped(null);
  };
  const choose = (code: string) => {
    if (many) {
      const next = chosen.includes(code) ? chosen.filter((other) => other !== code) : [...chosen, code];
      onChange(next.length > 0 ? next : null);
      setTyped(null);
      return;
    }
    onChange(code);
    close();
  };
  const clear = () => {
    if (!shut && chosen.length > 0) onChange(null);
  };

  const move = (to: number) => {
    if (!open) show();
    else setActive(Math.min(Math.max(0, to), Math.max(0, shown.length - 1)));
  };
  const press = (event: KeyboardEvent) => {
    if (shut) return;
    const moves: { readonly [key: string]: number } = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + 8,
      PageUp: active - 8,
    };
    const to = moves[event.key];
    if (to !== undefined) {
      event.preventDefault();
      move(to);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      const row = shown[active];
      if (row) choose(row.code);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab' && open) {
      const row = shown[active];
      // Leaving after typing takes the first match; leaving after looking takes nothing.
      if (row && typed && !many) choose(row.code);
      close();
    } else if (event.key === 'Backspace' && many && !typed && chosen.length > 0) {
      event.preventDefault();
      const next = chosen.slice(0, -1);
      onChange(next.length > 0 ? next : null);
    }
  };
  const optionId = (index: number) => `${listId}-${index}`;

  return (
    <div className="cad-combobox">
      <input
        ref={input}
        id={props.id}
        name={props.name}
        type="text"
        role="combobox"
        className="cad-input"
        autoComplete="off"
        spellCheck={false}
        value={typed ?? rest}
        placeholder={props.placeholder ?? (many && chosen.length > 0 ? `${chosen.length} chosen` : undefined)}
        disabled={props.disabled}
        readOnly={props.readOnly}
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-activedescendant={open && shown[active] ? optionId(active) : undefined}
        aria-required={props.required}
        aria-invalid={props.invalid}
        aria-describedby={props.describedBy}
        aria-busy={loading}
        // biome-ignore lint/a11y/noAutofocus: the definition's first field of a dialog asks for it
        autoFocus={props.autoFocus ?? false}
        onClick={() => (open ? undefined : show())}
        onChange={(event) => {
          const text = event.target.value;
          setTyped(text);
          setActive(0);
          setOpen(true);
          // An emptied input is an emptied value; a half typed label changes nothing until it is chosen.
          if (text === '' && !many) clear();
        }}
        onKeyDown={press}
        onBlur={() => {
          close();
          props.onBlur?.();
        }}
      />
      <svg className="cad-combobox-caret" viewBox="0 0 10 10" aria-hidden="true">
        <path d="M1 3l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
      <div
        ref={list}
        id={listId}
        role="listbox"
        popover={topLayer}
        className="cad-options"
        aria-label={props.label}
        aria-multiselectable={many}
        hidden={!open}
        // The input keeps the focus while an option is clicked.
        onMouseDown={(event) => event.preventDefault()}
      >
        {open
          ? shown.map((row, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input's keys choose, by aria-activedescendant
              // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus, by aria-activedescendant
              <div
                key={row.code}
                id={optionId(index)}
                role="option"
                aria-selected={chosen.includes(row.code)}
                data-active={index === active}
                className={`cad-option${row.active === false ? ' cad-option-inactive' : ''}`}
                onMouseMove={() => setActive(index)}
                onClick={() => choose(row.code)}
              >
                {many ? (
                  <span className="cad-option-mark" aria-hidden="true">
                    {chosen.includes(row.code) ? '✓' : ''}
                  </span>
                ) : null}
                {showCodes ? <span className="cad-option-code">{row.code}</span> : null}
                <span>{row.label}</span>
              </div>
            ))
          : null}
        {open && shown.length === 0 ? (
          <div
            role="option"
            aria-disabled="true"
            aria-selected={false}
            tabIndex={-1}
            className="cad-no-options"
          >
            {loading ? 'Loading' : all.length === 0 ? 'No items' : 'No matches'}
          </div>
        ) : null}
      </div>
      {many && chosen.length > 0 ? (
        <ul className="cad-tokens" aria-label={`${props.label}: chosen`}>
          {chosen.map((code) => (
            <li key={code} className="cad-token">
              {labelOf(rows, code)}
              {shut ? null : (
                <button
                  type="button"
                  aria-label={`Remove ${labelOf(rows, code)}`}
                  onClick={() => {
                    choose(code);
                    input.current?.focus();
                  }}
                >
                  ×
                </button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

// A select with a filter: a combobox whose list is what matches the text.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { CodeRow } from '#src/core/linked.ts';
import { useCombobox } from '#src/render/use-combobox.ts';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { ComboboxFrame, NoOptions } from './combobox-frame.tsx';
import { choices, filterCodes, labelOf } from './filter-codes.ts';

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
  /** What is chosen bears its code in place of its label. */
  readonly byCode?: boolean;
  /** Rows that are not active are offered below the others. */
  readonly inactive?: boolean;
};

export function Combobox({
  rows,
  loading = false,
  showCodes = false,
  byCode = false,
  inactive = false,
  many,
  onChange,
  ...props
}: Props) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);

  const chosen = chosenCodes(props.value);
  const one = chosen[0];
  const all = choices(rows, chosen, inactive);
  const nameOf = (code: string) => (byCode ? code : labelOf(rows, code));
  const shown = filterCodes(all, typed ?? '');
  const shut = props.disabled || props.readOnly;
  const rest = many || one === undefined ? '' : nameOf(one);

  // What is typed over a choice replaces it, also when its name has come after the focus.
  useEffect(() => {
    if (rest !== '' && typed === null && input.current === document.activeElement) input.current?.select();
  }, [rest, typed]);

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

  const parts = useCombobox({
    open,
    count: shown.length,
    active,
    round: false,
    onActive: setActive,
    onOpen: show,
    onChoose: (index) => {
      const row = shown[index];
      if (row) choose(row.code);
    },
    onClose: close,
  });
  const press = (event: KeyboardEvent) => {
    if (shut || parts.press(event)) return;
    if (event.key === 'Enter' && open) event.preventDefault();
    else if (event.key === 'Tab' && open) {
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

  return (
    <ComboboxFrame
      field={props}
      many={many}
      open={open}
      parts={parts}
      input={input}
      own={{
        value: typed ?? rest,
        placeholder: props.placeholder ?? (many && chosen.length > 0 ? `${chosen.length} chosen` : undefined),
        'aria-describedby': props.describedBy,
        'aria-busy': loading,
        onClick: () => (open ? undefined : show()),
        onChange: (event) => {
          const text = event.target.value;
          setTyped(text);
          setActive(0);
          setOpen(true);
          // An emptied input is an emptied value; a half typed label changes nothing until it is chosen.
          if (text === '' && !many) clear();
        },
        onFocus: (event) => event.currentTarget.select(),
        onKeyDown: press,
        onBlur: () => {
          close();
          props.onBlur?.();
        },
      }}
      below={
        many && chosen.length > 0 ? (
          <Tokens
            label={props.label}
            chosen={chosen}
            nameOf={nameOf}
            onRemove={
              shut
                ? null
                : (code) => {
                    choose(code);
                    input.current?.focus();
                  }
            }
          />
        ) : null
      }
    >
      {shown.map((row, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input's keys choose, by aria-activedescendant
        <div
          key={row.code}
          role="option"
          tabIndex={-1}
          {...parts.option(index, chosen.includes(row.code))}
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
      ))}
      {shown.length === 0 ? (
        <NoOptions>{loading ? 'Loading' : all.length === 0 ? 'No items' : 'No matches'}</NoOptions>
      ) : null}
    </ComboboxFrame>
  );
}

/** What is chosen of many, each with a button that takes it away. */
function Tokens({
  label,
  chosen,
  nameOf,
  onRemove,
}: {
  readonly label: string;
  readonly chosen: readonly string[];
  readonly nameOf: (code: string) => string;
  /** Null where nothing may be taken away. */
  readonly onRemove: ((code: string) => void) | null;
}) {
  return (
    <ul className="cad-tokens" aria-label={`${label}: chosen`}>
      {chosen.map((code) => (
        <li key={code} className="cad-token">
          {nameOf(code)}
          {onRemove ? (
            <button type="button" aria-label={`Remove ${nameOf(code)}`} onClick={() => onRemove(code)}>
              ×
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

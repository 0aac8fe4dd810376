import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { WidgetProps } from '#src/render/widget-props.ts';
import './widgets.css';

/** What a typed text means: a value, nothing, or a problem with the text for a person. */
export type Parsed<V> = { readonly value: V | null } | { readonly problem: string };

export interface TextForm<V> {
  readonly parse: (text: string) => Parsed<V>;
  /** The value at rest. */
  readonly show: (value: V) => string;
  /** The value while it is edited; as at rest without it. */
  readonly edit?: (value: V) => string;
  readonly numeric?: boolean;
  readonly inputMode?: 'text' | 'numeric' | 'decimal';
  readonly placeholder?: string;
  /** Turns a key into a new value, e.g. a day further. */
  readonly step?: (value: V, key: string) => V | null;
}

export type ParsedInputProps<V> = WidgetProps<V> & {
  readonly form: TextForm<V>;
  readonly type?: string;
  readonly after?: ReactNode;
  readonly autoComplete?: string;
  readonly ariaLabel?: string;
  /** True when two values are the same, however they were written. */
  readonly same?: (a: V, b: V) => boolean;
  /** `upper`: what is typed is shown in upper case at once. */
  readonly shownAs?: 'typed' | 'upper';
  /** Asked first: true when the key is used up, e.g. because it opened something. */
  readonly onKey?: (event: KeyboardEvent) => boolean;
};

/** A text input of a value that is not text. What was typed stays on screen until it is a value or is emptied. */
export function ParsedInput<V>({
  form,
  after,
  type = 'text',
  autoComplete = 'off',
  ariaLabel,
  shownAs = 'typed',
  same,
  onKey,
  ...props
}: ParsedInputProps<V>) {
  const { value, onChange } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [seen, setSeen] = useState(value);
  const focused = useRef(false);
  const sent = useRef<V | null | undefined>(value);
  const edit = form.edit ?? form.show;
  const rest = value === null || value === undefined ? '' : focused.current ? edit(value) : form.show(value);

  // A value that came from elsewhere (reload, computed) replaces what was typed; our own echo does not.
  const equal = (a: V | null | undefined, b: V | null | undefined) =>
    same && a !== null && a !== undefined && b !== null && b !== undefined ? same(a, b) : sameValue(a, b);
  if (!equal(value, seen)) {
    setSeen(value);
    if (!equal(value, sent.current)) setTyped(null);
  }

  const take = (text: string) => {
    setTyped(text);
    const parsed = form.parse(text);
    if ('problem' in parsed) {
      sent.current = null;
      onChange(null, parsed.problem);
    } else {
      sent.current = parsed.value;
      onChange(parsed.value);
    }
  };
  const step = (event: KeyboardEvent) => {
    if (onKey?.(event)) {
      event.preventDefault();
      return;
    }
    if (!form.step || value === null || value === undefined || props.readOnly || props.disabled) return;
    const next = form.step(value, event.key);
    if (next === null) return;
    event.preventDefault();
    sent.current = next;
    setTyped(null);
    onChange(next);
  };

  const input = (
    <input
      id={props.id}
      name={props.name}
      type={type}
      className={`cad-input${form.numeric ? ' cad-input-number' : ''}`}
      value={typed ?? rest}
      inputMode={form.inputMode}
      autoComplete={autoComplete}
      spellCheck={false}
      placeholder={props.placeholder ?? form.placeholder}
      disabled={props.disabled}
      readOnly={props.readOnly}
      required={props.required}
      aria-label={ariaLabel}
      aria-required={props.required}
      aria-invalid={props.invalid}
      aria-describedby={props.describedBy}
      // biome-ignore lint/a11y/noAutofocus: the definition's first field of a sign-in or dialog asks for it
      autoFocus={props.autoFocus ?? false}
      onFocus={(event) => {
        focused.current = true;
        if (typed === null && value !== null && value !== undefined && !props.readOnly) {
          setTyped(edit(value));
          if (edit(value) !== event.target.value) queueMicrotask(() => event.target.select());
        }
      }}
      onChange={(event) => {
        // Letters that are still being composed are left to the keyboard that composes them.
        const composing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing;
        take(shownAs === 'upper' && !composing ? upperIn(event.target) : event.target.value);
      }}
      onCompositionEnd={(event) => {
        if (shownAs === 'upper') take(upperIn(event.currentTarget));
      }}
      onKeyDown={step}
      onBlur={() => {
        focused.current = false;
        // A value is written in its form; a text that is none stays to be mended.
        if (typed !== null && !('problem' in form.parse(typed))) setTyped(null);
        props.onBlur?.();
      }}
    />
  );
  return after ? (
    <div className="cad-with-button">
      {input}
      {after}
    </div>
  ) : (
    input
  );
}

/** Writes upper case into the input itself, with the caret where it was: React would put it to the end. */
function upperIn(input: HTMLInputElement): string {
  const upper = input.value.toUpperCase();
  if (upper !== input.value) {
    const caret = input.value.slice(0, input.selectionStart ?? input.value.length).toUpperCase().length;
    input.value = upper;
    input.setSelectionRange(caret, caret);
  }
  return upper;
}

export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a ?? null, b ?? null)) return true;
  return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b);
}

import { type InputHTMLAttributes, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { useCombobox } from '#src/render/use-combobox.ts';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { topLayer, useAbove } from './above.ts';
import './combobox.css';
import './widgets.css';

type Field = Pick<
  WidgetProps,
  'id' | 'name' | 'label' | 'disabled' | 'readOnly' | 'required' | 'invalid' | 'autoFocus'
>;

interface Props {
  readonly field: Field;
  readonly many: boolean;
  readonly open: boolean;
  readonly parts: ReturnType<typeof useCombobox>;
  readonly input: RefObject<HTMLInputElement | null>;
  /** Value, keys and whatever else the input does its own way. */
  readonly own: InputHTMLAttributes<HTMLInputElement>;
  /** The options of the open list. */
  readonly children: ReactNode;
  /** What stands below the input: what is chosen of many. */
  readonly below?: ReactNode;
}

/** The input of a combobox, its caret and its list above everything; the active option is kept in sight. */
export function ComboboxFrame({ field, many, open, parts, input, own, children, below }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useAbove(list, field.id, open, true);
  useEffect(() => {
    if (open) list.current?.querySelector('[data-active="true"]')?.scrollIntoView?.({ block: 'nearest' });
  });
  return (
    <div className="cad-combobox">
      <input
        ref={input}
        id={field.id}
        name={field.name}
        {...parts.input}
        className="cad-input"
        disabled={field.disabled}
        readOnly={field.readOnly}
        aria-required={field.required}
        aria-invalid={field.invalid}
        // biome-ignore lint/a11y/noAutofocus: the definition's first field of a dialog asks for it
        autoFocus={field.autoFocus ?? false}
        {...own}
      />
      <svg className="cad-combobox-caret" viewBox="0 0 10 10" aria-hidden="true">
        <path d="M1 3l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
      <div
        ref={list}
        {...parts.list}
        role="listbox"
        popover={topLayer}
        className="cad-options"
        aria-label={field.label}
        aria-multiselectable={many}
        hidden={!open}
      >
        {open ? children : null}
      </div>
      {below}
    </div>
  );
}

/** Said in the place of options. */
export function NoOptions({ children }: { readonly children: ReactNode }) {
  return (
    <div role="option" aria-disabled="true" aria-selected={false} tabIndex={-1} className="cad-no-options">
      {children}
    </div>
  );
}

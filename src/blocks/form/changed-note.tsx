import { useCallback, useEffect, useRef } from 'react';
import { isKey } from '#src/render/keys.ts';
import { isChanged, putBack } from './changes.ts';
import type { FormField } from './definition.ts';
import { focusSoon } from './focus-soon.ts';
import { inputId, useForm, useFormState } from './form-context.ts';
import { putBackKey } from './form-keys.ts';
import { ShownValue } from './shown-value.tsx';

/** Under a changed field: what was read, and the way back to it. */
export function ChangedNote({ field }: { readonly field: FormField }) {
  const { store, codes, prefix, readOnly } = useForm();
  const changed = useFormState((state) => isChanged(field, state));
  const initial = useFormState((state) => state.initial);
  const shown = changed && !readOnly && !field.readOnly;
  const note = useRef<HTMLDivElement>(null);
  const back = useCallback(() => {
    putBack(store, field);
    const from = document.activeElement;
    // The input may have begun anew.
    requestAnimationFrame(() => focusSoon(inputId(prefix, field.id), from));
  }, [store, field, prefix]);
  useEffect(() => {
    const group = shown ? note.current?.closest<HTMLElement>('.cad-field') : null;
    const pressed = (event: KeyboardEvent) => {
      if (!isKey(event, putBackKey)) return;
      event.preventDefault();
      back();
    };
    group?.addEventListener('keydown', pressed);
    return () => group?.removeEventListener('keydown', pressed);
  }, [shown, back]);
  if (!shown) return null;
  return (
    <div className="cad-field-was" ref={note}>
      was{' '}
      <span className="cad-field-was-value">
        <ShownValue field={field} values={initial} codes={codes} />
      </span>{' '}
      <button
        type="button"
        className="cad-link-button"
        // Tab goes on to the next field, as in a form without changes.
        tabIndex={-1}
        title="Alt+Backspace in the field does the same"
        aria-keyshortcuts="Alt+Backspace"
        onClick={back}
      >
        put back<span className="cad-visually-hidden"> {field.title}</span>
      </button>
    </div>
  );
}

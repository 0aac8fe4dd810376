import { isChanged, putBack } from './changes.ts';
import type { FormField } from './definition.ts';
import { focusSoon } from './focus-soon.ts';
import { inputId, useForm, useFormState } from './form-context.ts';
import { ShownValue } from './shown-value.tsx';

/** Under a changed field: what was read, and the way back to it. */
export function ChangedNote({ field }: { readonly field: FormField }) {
  const { store, codes, prefix, readOnly } = useForm();
  const changed = useFormState((state) => isChanged(field, state));
  const initial = useFormState((state) => state.initial);
  if (!changed || readOnly || field.readOnly) return null;
  return (
    <div className="cad-field-was">
      was{' '}
      <span className="cad-field-was-value">
        <ShownValue field={field} values={initial} codes={codes} />
      </span>{' '}
      <button
        type="button"
        className="cad-link-button"
        onClick={() => {
          putBack(store, field);
          // The input may have begun anew.
          requestAnimationFrame(() => focusSoon(inputId(prefix, field.id)));
        }}
      >
        put back<span className="cad-visually-hidden"> {field.title}</span>
      </button>
    </div>
  );
}

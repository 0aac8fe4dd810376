import { useCallback } from 'react';
import { WidgetPart } from '#src/render/parts.tsx';
import { afterPress } from './after-press.ts';
import type { FormField } from './definition.ts';
import { inputId, useForm, useFormState } from './form-context.ts';
import { noteOf } from './form-store.ts';
import { toInput } from './values.ts';

/** The input of a field: its widget with everything the form knows. */
export function FieldInput({ field }: { readonly field: FormField }) {
  const { store, codes, prefix, readOnly } = useForm();
  const id = inputId(prefix, field.id);
  const value = useFormState((state) => state.values[field.id]);
  const unit = useFormState((state) => (field.unitField ? state.values[field.unitField] : null));
  const enabled = useFormState((state) => state.flags[field.id]?.enabled ?? true);
  const required = useFormState((state) => state.flags[field.id]?.required ?? field.required);
  const level = useFormState((state) => noteOf(state, field)?.level ?? null);
  const change = useCallback(
    (next: unknown, problem?: string) => store.change(field, next, problem),
    [store, field],
  );
  const describedBy = [field.help ? `${id}-help` : null, level ? `${id}-note` : null].filter(
    (part) => part !== null,
  );
  return (
    <WidgetPart
      type={field.widget.type}
      id={id}
      name={field.id}
      label={field.title}
      value={toInput(
        field,
        field.unitField ? { [field.id]: value, [field.unitField]: unit } : { [field.id]: value },
      )}
      onChange={change}
      onBlur={() => afterPress(() => store.touch(field.id))}
      disabled={!enabled}
      readOnly={readOnly || field.readOnly}
      required={required}
      invalid={level === 'error'}
      describedBy={describedBy.length > 0 ? describedBy.join(' ') : undefined}
      options={field.widget.options}
      codes={field.codes ? (codes[field.codes] ?? []) : null}
      many={field.valueType === 'list'}
      {...(field.placeholder ? { placeholder: field.placeholder } : {})}
    />
  );
}

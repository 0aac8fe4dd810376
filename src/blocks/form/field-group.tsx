import type { ReactNode } from 'react';
import type { FormField } from './definition.ts';
import { inputId, useForm, useFormState } from './form-context.ts';
import { noteOf } from './form-store.ts';

/** Label above, input, help and error under it; nothing while the field is hidden. */
export function FieldGroup({ field, children }: { readonly field: FormField; readonly children: ReactNode }) {
  const { prefix } = useForm();
  const id = inputId(prefix, field.id);
  const visible = useFormState((state) => state.flags[field.id]?.visible ?? true);
  const required = useFormState((state) => state.flags[field.id]?.required ?? field.required);
  const message = useFormState((state) => noteOf(state, field)?.message ?? null);
  const level = useFormState((state) => noteOf(state, field)?.level ?? null);
  if (!visible) return null;
  return (
    <div
      className="cad-field"
      data-field={field.id}
      data-level={level ?? undefined}
      data-wide={field.wide || undefined}
    >
      <label className="cad-field-label" htmlFor={id}>
        {field.title}
        {field.unit ? <span className="cad-field-unit"> ({field.unit})</span> : null}
        {required && !field.readOnly ? (
          <span className="cad-field-required" aria-hidden="true">
            {' '}
            *
          </span>
        ) : null}
      </label>
      {children}
      {field.help ? (
        <div id={`${id}-help`} className="cad-field-help">
          {field.help}
        </div>
      ) : null}
      {message ? (
        <div id={`${id}-note`} className={level === 'warning' ? 'cad-field-warning' : 'cad-field-error'}>
          {level === 'warning' ? 'Note: ' : ''}
          {message}
        </div>
      ) : null}
    </div>
  );
}

// Of a value that nobody types: where it comes from, under its field.
import { useId, useState } from 'react';
import { RecordLink } from '#src/render/record-link.tsx';
import type { CopySource, FormField } from './definition.ts';
import { useForm, useFormState } from './form-context.ts';
import { IngredientsPanel } from './ingredients-panel.tsx';
import { isEmpty, sameValue } from './values.ts';

export function OriginNote({ field }: { readonly field: FormField }) {
  const { store } = useForm();
  const value = useFormState(({ values }) => values[field.id]);
  if (field.origin === 'number')
    return isEmpty(value) && !store.form.record ? <Said>Given when it is saved.</Said> : null;
  if (field.origin === 'from' && field.copy) return <Copied copy={field.copy} />;
  if (field.origin === 'value' && field.ingredients) return <Computed field={field} />;
  return null;
}

function Said({ children }: { readonly children: React.ReactNode }) {
  return <div className="cad-field-help">{children}</div>;
}

function Copied({ copy: { ref, title, to, reread } }: { readonly copy: CopySource }) {
  const { store } = useForm();
  const number = useFormState(({ values }) => values[ref]);
  const stored = useFormState(({ initial }) => initial[ref]);
  if (!store.form.record) return <Said>Copied from the {title} when it is saved.</Said>;
  if (reread && !sameValue(number, stored))
    return <Said>Copied anew from the {title} when it is saved.</Said>;
  if (isEmpty(stored)) return null;
  return (
    <Said>
      Copied from {title}{' '}
      {to && typeof stored === 'number' ? <RecordLink to={to} id={stored} /> : String(stored)}
    </Said>
  );
}

function Computed({ field }: { readonly field: FormField }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="cad-link-button cad-origin-button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        What went in<span className="cad-visually-hidden"> for {field.title}</span>
      </button>
      {open ? <IngredientsPanel id={id} field={field} /> : null}
    </>
  );
}

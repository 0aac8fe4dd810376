import { RecordLink } from '#src/render/record-link.tsx';
import type { FormField, FormSection } from './definition.ts';
import { FieldGroup } from './field-group.tsx';
import { FieldPart } from './field-part.tsx';
import { FormProvider, useForm, useFormState } from './form-context.ts';
import { ShownValue } from './shown-value.tsx';
import { isEmpty } from './values.ts';

/** A section as it is read: labels and values. What no line of text can show is drawn as its input, closed. */
export function SectionView({ section }: { readonly section: FormSection }) {
  const place = useForm();
  return (
    <FormProvider value={{ ...place, readOnly: true }}>
      <div className="cad-form-grid cad-form-view">
        {section.fields.map((field) => (
          <ReadField key={field.id} field={field} />
        ))}
      </div>
    </FormProvider>
  );
}

function ReadField({ field }: { readonly field: FormField }) {
  const empty = useFormState(({ values }) => isEmpty(values[field.id]));
  if (empty || !(field.lines || field.format === 'richText')) return <FieldView field={field} />;
  return (
    <FieldGroup field={field}>
      <FieldPart field={field} />
    </FieldGroup>
  );
}

function FieldView({ field }: { readonly field: FormField }) {
  const { codes } = useForm();
  const values = useFormState((state) => state.values);
  const visible = useFormState((state) => state.flags[field.id]?.visible ?? true);
  if (!visible) return null;
  const value = values[field.id];
  const { type, options } = field.widget;
  const list = type === 'record' && typeof options.list === 'string' ? options.list : null;
  return (
    <dl className="cad-field cad-field-view" data-field={field.id} data-wide={field.wide || undefined}>
      <dt className="cad-field-label">
        {field.title}
        {field.unit ? <span className="cad-field-unit"> ({field.unit})</span> : null}
      </dt>
      <dd>
        {list !== null && typeof value === 'number' ? (
          <RecordLink to={{ list, named: true }} id={value} />
        ) : (
          <ShownValue field={field} values={values} codes={codes} whole />
        )}
      </dd>
    </dl>
  );
}

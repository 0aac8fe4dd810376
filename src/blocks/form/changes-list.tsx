import { useStore } from 'zustand';
import { changedFields, wrongOf } from './changes.ts';
import type { FormField } from './definition.ts';
import { useForm, useFormState } from './form-context.ts';
import { ShownValue } from './shown-value.tsx';

/** So many are named; of the others only the number is said. */
const named = 3;

/** How much of a record is not saved, and what. */
export function ChangesList() {
  const { store } = useForm();
  const { count, wrong } = useCounts();
  const fields = useChanged();
  return (
    <>
      <strong className="cad-form-count" aria-live="polite" data-changes={count}>
        {count === 1 ? '1 change' : `${count} changes`}
      </strong>
      <span className="cad-form-changed">
        {fields.slice(0, named).map((field, i) => (
          <span key={field.id}>
            {i > 0 ? ', ' : ''}
            <ChangedField field={field} />
          </span>
        ))}
        {count > named ? ` and ${count - named} more` : ''}
      </span>
      {wrong > 0 && store.form.submit ? (
        <span className="cad-form-wrong">
          <span aria-hidden="true">⚠ </span>
          {wrong === 1 ? '1 field to correct' : `${wrong} fields to correct`}
        </span>
      ) : null}
    </>
  );
}

// Texts are the same while what they say is the same, so a key typed elsewhere draws nothing.
function useChanged(): readonly FormField[] {
  const { store } = useForm();
  const ids = useStore(store, (state) =>
    changedFields(store, state)
      .map(({ id }) => id)
      .join(),
  );
  return ids.split(',').flatMap((id) => store.field(id) ?? []);
}

function useCounts(): { readonly count: number; readonly wrong: number } {
  const { store } = useForm();
  const count = useStore(store, (state) => changedFields(store, state).length);
  const wrong = useStore(store, (state) => wrongOf(changedFields(store, state), state));
  return { count, wrong };
}

/** `Area 612.5 m² → 618 m²`; of a longer text or of lines only the name. */
function ChangedField({ field }: { readonly field: FormField }) {
  const { codes } = useForm();
  const initial = useFormState((state) => state.initial);
  const values = useFormState((state) => state.values);
  if (field.lines || field.format === 'note' || field.format === 'richText') return field.title;
  return (
    <>
      {field.title} <ShownValue field={field} values={initial} codes={codes} />
      <span aria-hidden="true"> → </span>
      <span className="cad-visually-hidden"> to </span>
      <ShownValue field={field} values={values} codes={codes} />
    </>
  );
}

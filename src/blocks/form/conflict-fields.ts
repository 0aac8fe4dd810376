import { isJsonObject } from '#src/core/values.ts';
import type { Failure } from '#src/render/block-props.ts';
import type { FormField, LinkedForm } from './definition.ts';
import { linesIn, sameValue, type Values } from './values.ts';

/** A field that somebody else changed since it was read, and that is not the same here. */
export interface ConflictField {
  readonly field: FormField;
  readonly mine: Values;
  readonly theirs: Values;
  /** False where only the other changed it. */
  readonly changedHere: boolean;
}

/** What is stored now, as the refusal tells it; null when it does not. */
export function currentOf({ details }: Failure): Values | null {
  const { current } = details;
  return isJsonObject(current) && typeof current.version === 'number' ? current : null;
}

/** A field and the unit beside it. */
export function placesOf(field: FormField): readonly string[] {
  return field.unitField ? [field.id, field.unitField] : [field.id];
}

function fieldsOf(form: LinkedForm): readonly FormField[] {
  // What is computed follows from the others.
  return form.sections.flatMap(({ fields }) => fields).filter((field) => !field.readOnly);
}

const differ = (field: FormField, a: Values, b: Values) =>
  placesOf(field).some((id) => !sameValue(tidy(field, a[id]), tidy(field, b[id])));

// No lines and an empty list of them are the same.
const tidy = (field: FormField, value: unknown) => (field.lines ? linesIn(value) : value);

export function conflictFields(
  form: LinkedForm,
  { initial, values }: { readonly initial: Values; readonly values: Values },
  current: Values,
): readonly ConflictField[] {
  return fieldsOf(form)
    .filter((field) => differ(field, initial, current) && differ(field, values, current))
    .map((field) => ({
      field,
      mine: values,
      theirs: current,
      changedHere: differ(field, initial, values),
    }));
}

/** The places of the form whose values stay: what was chosen of the conflict, and what only this person changed. */
export function keptPlaces(
  form: LinkedForm,
  state: { readonly initial: Values; readonly values: Values },
  conflicts: readonly ConflictField[],
  mine: ReadonlySet<string>,
): ReadonlySet<string> {
  const asked = new Set(conflicts.map(({ field }) => field.id));
  return new Set(
    fieldsOf(form)
      .filter((field) =>
        asked.has(field.id) ? mine.has(field.id) : differ(field, state.initial, state.values),
      )
      .flatMap(placesOf),
  );
}

import { isJsonObject } from '#src/core/values.ts';
import type { Failure } from '#src/render/block-props.ts';
import { type ConflictRow, mergedRows, rowConflicts } from './conflict-rows.ts';
import type { FormField, LinkedForm } from './definition.ts';
import { linesIn, placesOf, sameValue, type Values } from './values.ts';

/** A field, or a row inside the record, that somebody else changed since it was read, and that is not the same here. */
export interface ConflictField {
  /** The field's name, and behind it the number of the row. */
  readonly place: string;
  readonly field: FormField;
  readonly mine: Values;
  readonly theirs: Values;
  /** Of rows of a table of their own: the row as it is here and there. */
  readonly row?: ConflictRow;
  /** False where only the other changed it. */
  readonly changedHere: boolean;
}

interface Before {
  readonly initial: Values;
  readonly values: Values;
}

/** What is stored now, as the refusal tells it; null when it does not. */
export function currentOf({ details }: Failure): Values | null {
  const { current } = details;
  return isJsonObject(current) && typeof current.version === 'number' ? current : null;
}

export function fieldsOf(form: LinkedForm): readonly FormField[] {
  // What is computed follows from the others.
  return form.sections.flatMap(({ fields }) => fields).filter((field) => !field.readOnly);
}

export const differ = (field: FormField, a: Values, b: Values) =>
  placesOf(field).some((id) => !sameValue(tidy(field, a[id]), tidy(field, b[id])));

// No lines and an empty list of them are the same.
const tidy = (field: FormField, value: unknown) => (field.lines ? linesIn(value) : value);

export function conflictFields(form: LinkedForm, before: Before, current: Values): readonly ConflictField[] {
  const { initial, values } = before;
  return fieldsOf(form).flatMap((field): readonly ConflictField[] => {
    const found = { field, mine: values, theirs: current };
    if (field.lines?.rows)
      return rowConflicts(field, initial, values, current).map((row) => ({
        ...found,
        place: `${field.id}/${row.id}`,
        row,
        changedHere: row.changedHere,
      }));
    return differ(field, initial, current) && differ(field, values, current)
      ? [{ ...found, place: field.id, changedHere: differ(field, initial, values) }]
      : [];
  });
}

/** What stays of a form: places whose values are this person's, and rows put together from both. */
export function keptOf(
  form: LinkedForm,
  before: Before,
  current: Values,
  conflicts: readonly ConflictField[],
  mine: ReadonlySet<string>,
): { readonly kept: ReadonlySet<string>; readonly rows: Values } {
  const asked = new Set(conflicts.map(({ place }) => place));
  const fields = fieldsOf(form);
  const inRows = fields.filter(({ lines }) => lines?.rows);
  return {
    kept: new Set(
      fields
        .filter((field) => !field.lines?.rows)
        .filter((field) =>
          asked.has(field.id) ? mine.has(field.id) : differ(field, before.initial, before.values),
        )
        .flatMap(placesOf),
    ),
    rows: Object.fromEntries(
      inRows.map((field) => [field.id, mergedRows(field, before.initial, before.values, current, mine)]),
    ),
  };
}

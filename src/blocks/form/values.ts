import { isJsonObject } from '#src/core/values.ts';
import type { FormField, FormSection } from './definition.ts';

export type Values = { readonly [field: string]: unknown };

export function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

export function sameValue(a: unknown, b: unknown): boolean {
  if (isEmpty(a) && isEmpty(b)) return true;
  if (Object.is(a, b)) return true;
  return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b);
}

/** All fields that a save may write: those drawn and the unit flags beside them. */
export function writable(sections: readonly FormSection[]): readonly string[] {
  const ids = sections.flatMap((section) =>
    section.fields
      .filter((field) => field.origin === undefined && (!field.readOnly || field.value !== null))
      .flatMap(placesOf),
  );
  return [...new Set(ids)];
}

/** What a new record, or a new line, begins with. */
export function startsOf(fields: readonly FormField[]): Values {
  return Object.fromEntries(fields.flatMap(({ id, start }) => (start === undefined ? [] : [[id, start]])));
}

/** A field and the unit beside it. */
export function placesOf({ id, unitField }: FormField): readonly string[] {
  return unitField ? [id, unitField] : [id];
}

/** Only what differs from what was read. */
export function changedValues(ids: readonly string[], initial: Values, values: Values): Values {
  return Object.fromEntries(
    ids.filter((id) => !sameValue(initial[id], values[id])).map((id) => [id, values[id] ?? null]),
  );
}

export type Line = { readonly [cell: string]: unknown };

export function linesIn(value: unknown): readonly Line[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** A line without its empty members, as it is sent and judged. */
export function filledLine(line: Line): Line {
  return Object.fromEntries(Object.entries(line).filter(([, value]) => !isEmpty(value)));
}

/** What a section's validator reads: its values without the missing ones. */
export function presentValues(section: FormSection, values: Values): { [field: string]: unknown } {
  const present: { [field: string]: unknown } = {};
  for (const { id, lines } of section.fields) {
    const value = values[id];
    // Too few lines are a fault of their number, so none is a number too.
    if (lines) present[id] = linesIn(value).map(filledLine);
    else if (!isEmpty(value)) present[id] = value;
  }
  return present;
}

/** The record of a source's answer; empty for a new one. */
export function recordOf(answer: unknown): Values {
  return isJsonObject(answer) ? answer : {};
}

/** The value as its input takes it: an area carries the unit that the record keeps beside it. */
export function toInput(field: FormField, values: Values): unknown {
  const value = values[field.id];
  if (!field.unitField || typeof value !== 'number') return value;
  return { m2: value, unit: values[field.unitField] === 'H' ? 'H' : 'M' };
}

/** What an input's value means for the record. */
export function fromInput(field: FormField, value: unknown): Values {
  if (field.unitField) {
    if (isJsonObject(value) && typeof value.m2 === 'number')
      return { [field.id]: value.m2, [field.unitField]: value.unit === 'H' ? 'H' : 'M' };
    return { [field.id]: value ?? null };
  }
  // A list's codes are text; a field that counts keeps its numbers.
  if (
    (field.valueType === 'integer' || field.valueType === 'number') &&
    typeof value === 'string' &&
    value !== ''
  )
    return { [field.id]: Number(value) };
  return { [field.id]: value ?? null };
}

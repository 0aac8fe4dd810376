// What of a record is changed and not saved, field by field, and how it is taken back.
import { differ, fieldsOf } from './conflict-fields.ts';
import type { FormField } from './definition.ts';
import { type FormState, noteAt, slotOf } from './form-state.ts';
import type { FormStore } from './form-store.ts';
import { placesOf } from './values.ts';

/** Whether a person changed a field, also to a text that is no value. */
export function isChanged(field: FormField, { initial, values, problems }: FormState): boolean {
  const unread = () => Object.keys(problems).some((place) => place.split('.')[0] === field.id);
  return differ(field, initial, values) || unread();
}

/** In the order of the form; what is computed follows from the others and is not counted. */
export function changedFields({ form }: FormStore, state: FormState): readonly FormField[] {
  return fieldsOf(form).filter((field) => isChanged(field, state));
}

/** How many of them cannot be saved as they are, as far as it is told. */
export function wrongOf(fields: readonly FormField[], state: FormState): number {
  return fields.filter((field) => noteAt(state, slotOf(field))?.level === 'error').length;
}

/** Gives a field what was read; everything else that was typed stays. */
export function putBack(store: FormStore, field: FormField): void {
  const state = store.getState();
  const others = changedFields(store, state).filter((other) => other !== field);
  store.merge(state.initial, new Set(others.flatMap(placesOf)));
  begin(store, [field]);
}

/** Gives up all that was typed. */
export function discard(store: FormStore): void {
  const state = store.getState();
  const changed = changedFields(store, state);
  store.load(state.initial);
  begin(store, changed);
}

/** A text that was no value stands in its input alone, so the input goes with it. */
function begin(store: FormStore, fields: readonly FormField[]): void {
  const { rounds } = store.getState();
  const next = fields.map(({ id }) => [id, (rounds[id] ?? 0) + 1]);
  store.setState({ rounds: { ...rounds, ...Object.fromEntries(next) } });
}

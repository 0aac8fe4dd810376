// What a form holds while it is filled in, and what of it is told at a field.
import type { FieldCheck } from '#src/core/entity.ts';
import type { FormField } from './definition.ts';
import { requiredMessage } from './messages.ts';
import { isEmpty, sameValue, type Values } from './values.ts';

export interface Flags {
  readonly visible: boolean;
  readonly enabled: boolean;
  readonly required: boolean;
}

export interface FieldNote {
  readonly message: string;
  readonly level: 'error' | 'warning';
}

/** A broken rule at a field that it names. */
export interface CheckNote extends FieldNote {
  readonly key: string;
  /** Fields that the rule reads or names; null when that may be any. */
  readonly about: readonly string[] | null;
}

export type Texts = { readonly [place: string]: string };

/**
 * A place is the id of a field, or `lines.KEY.cell` for a field of a repeated line, whose key stays with the line
 * wherever it moves.
 */
export interface FormState {
  /** Over a record: a stored value that breaks a rule of today neither stops a save nor is called an error. */
  readonly record: boolean;
  readonly values: Values;
  /** As read or as last saved. */
  readonly initial: Values;
  /** Keys of the lines of each repeated field, in their order. */
  readonly lineKeys: { readonly [field: string]: readonly number[] };
  readonly flags: { readonly [place: string]: Flags };
  readonly sections: { readonly [section: string]: boolean };
  /** Typed texts that are no value. */
  readonly problems: Texts;
  readonly schemaErrors: Texts;
  readonly serverErrors: Texts;
  readonly checks: { readonly [place: string]: CheckNote };
  /** Keys of the warnings that the person has seen when saving. */
  readonly acknowledged: { readonly [check: string]: true };
  readonly touched: { readonly [place: string]: true };
  readonly submitted: boolean;
  /** How often an input began anew, because the text in it was given up. */
  readonly rounds: { readonly [place: string]: number };
  /** Problems of no field of this form. */
  readonly general: readonly string[];
  readonly saving: boolean;
}

/** A field where it is drawn: by itself or in a line. */
export interface Slot {
  readonly field: FormField;
  readonly place: string;
  /** The field whose lines hold it; the field itself elsewhere. */
  readonly owner: string;
  /** A value beside it: of the form, or of its line. */
  readonly read: (state: FormState, id: string) => unknown;
}

export type KeyedCheck = FieldCheck & { readonly key: string };

export const shown: Flags = { visible: true, enabled: true, required: false };

export function slotOf(field: FormField): Slot {
  return { field, place: field.id, owner: field.id, read: ({ values }, id) => values[id] };
}

/** Whether it is as it was read: of lines, whether all are. */
function unchanged(state: FormState, owner: string): boolean {
  return sameValue(state.values[owner], state.initial[owner]);
}

/** A broken rule that reads nothing that was changed says nothing against this save. */
export function touches(state: FormState, about: readonly string[] | null): boolean {
  return !state.record || about === null || about.some((id) => !unchanged(state, id));
}

/** What blocks saving at a place; null when nothing does. */
export function blockerAt(state: FormState, { field, place, owner, read }: Slot): string | null {
  const flags = state.flags[place] ?? shown;
  const problem = state.problems[place];
  if (problem) return problem;
  const check = state.checks[place];
  if (check?.level === 'error' && touches(state, check.about)) return check.message;
  const stored = state.record && unchanged(state, owner);
  if (flags.required && isEmpty(read(state, field.id)) && !field.readOnly && !(stored && field.required))
    return requiredMessage(field.title);
  // A stored value that breaks a rule of today must not stop the rest of the record from being saved.
  if (stored || field.readOnly) return null;
  return state.schemaErrors[place] ?? null;
}

/** What is shown at a place: errors once it was left or saving was tried, what the server said always. */
export function noteAt(state: FormState, { field, place, owner, read }: Slot): FieldNote | null {
  const error = (message: string): FieldNote => ({ message, level: 'error' });
  const server = state.serverErrors[place];
  if (server) return error(server);
  const check = state.checks[place];
  if (state.submitted || state.touched[place] === true) {
    const problem = state.problems[place];
    if (problem) return error(problem);
    const changed = !unchanged(state, owner);
    const stored = state.record && !changed;
    const missing =
      (state.flags[place] ?? shown).required && isEmpty(read(state, field.id)) && !field.readOnly;
    if (missing && !(stored && field.required) && (state.submitted || changed))
      return error(requiredMessage(field.title));
    const schema = state.schemaErrors[place];
    if (schema && (changed || state.submitted))
      return { message: schema, level: stored ? 'warning' : 'error' };
    if (check?.level === 'error')
      return { message: check.message, level: touches(state, check.about) ? 'error' : 'warning' };
  }
  return check?.level === 'warning' ? check : null;
}

// What a form holds while it is filled in. React reads it field by field, so that a key typed in one field
// renders that field and those whose expressions read it. Longer than the habit: one state, its few events.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LinkedExpression } from '#src/core/linked.ts';
import type { FormField, LinkedForm } from './definition.ts';
import { readsOf } from './dependencies.ts';
import { fieldOfError, messageOf, requiredMessage, type ValidatorError } from './messages.ts';
import {
  changedValues,
  fromInput,
  isEmpty,
  presentValues,
  sameValue,
  type Values,
  writable,
} from './values.ts';

export type Evaluate = (expression: LinkedExpression, form: Values) => unknown;
export type SectionValidator = (values: Values) => readonly ValidatorError[];

export interface Flags {
  readonly visible: boolean;
  readonly enabled: boolean;
  readonly required: boolean;
}

export interface FieldNote {
  readonly message: string;
  readonly level: 'error' | 'warning';
}

type Texts = { readonly [field: string]: string };

export interface FormState {
  /** Over a record: a stored value that breaks a rule of today neither stops a save nor is called an error. */
  readonly record: boolean;
  readonly values: Values;
  /** As read or as last saved. */
  readonly initial: Values;
  readonly flags: { readonly [field: string]: Flags };
  readonly sections: { readonly [section: string]: boolean };
  /** Typed texts that are no value. */
  readonly problems: Texts;
  readonly schemaErrors: Texts;
  readonly serverErrors: Texts;
  readonly checks: { readonly [field: string]: FieldNote };
  readonly touched: { readonly [field: string]: true };
  readonly submitted: boolean;
  /** Problems of no field of this form. */
  readonly general: readonly string[];
  readonly saving: boolean;
}

export interface FormStore extends StoreApi<FormState> {
  readonly form: LinkedForm;
  readonly field: (id: string) => FormField | undefined;
  readonly change: (field: FormField, input: unknown, problem: string | undefined) => void;
  readonly touch: (id: string) => void;
  /** The scope outside the form changed: every expression is asked again. */
  readonly ask: (evaluate: Evaluate) => void;
  readonly setValidator: (section: string, validate: SectionValidator) => void;
  /** Takes another record, or the same anew, and forgets what was typed. */
  readonly load: (record: Values) => void;
  /** What was sent is now what is stored; text typed meanwhile stays changed. */
  readonly saved: (sent: Values, stored: Values) => void;
  readonly isDirty: () => boolean;
  /** What blocks saving, in the order of the form. */
  readonly blockers: () => readonly { readonly field: FormField; readonly message: string }[];
  readonly changes: () => Values;
}

const shown: Flags = { visible: true, enabled: true, required: false };

export function createFormStore(form: LinkedForm, record: Values, firstEvaluate: Evaluate): FormStore {
  const fields = form.sections.flatMap((section) => section.fields);
  const byId = new Map(fields.map((field) => [field.id, field]));
  const sectionOf = new Map(
    form.sections.flatMap((section) => section.fields.map((field) => [field.id, section])),
  );
  const ids = writable(form.sections);
  const validators = new Map<string, SectionValidator>();
  let evaluate = firstEvaluate;

  const concerns = (expression: LinkedExpression | null, changed: ReadonlySet<string> | null): boolean => {
    if (!expression) return false;
    if (!changed) return true;
    const reads = readsOf(expression);
    return reads === null || reads.some((id) => changed.has(id));
  };

  // Computed fields may read each other; a ring of them settles or stops after as many rounds as there are fields.
  const compute = (
    start: Values,
    first: ReadonlySet<string> | null,
  ): { values: Values; changed: ReadonlySet<string> | null } => {
    let values = start;
    let changed = first;
    const computed = fields.filter((field) => field.value !== null);
    for (let round = 0; round <= computed.length; round++) {
      const next = new Set<string>();
      for (const field of computed) {
        if (!field.value || !concerns(field.value, changed)) continue;
        const value = evaluate(field.value, values) ?? null;
        if (sameValue(value, values[field.id])) continue;
        values = { ...values, [field.id]: value };
        next.add(field.id);
      }
      if (next.size === 0) break;
      if (changed) changed = new Set([...changed, ...next]);
    }
    return { values, changed };
  };

  const decide = (
    state: FormState,
    values: Values,
    changed: ReadonlySet<string> | null,
  ): Partial<FormState> => {
    let { flags, sections, checks } = state;
    for (const section of form.sections) {
      if (!concerns(section.visibleWhen, changed) || !section.visibleWhen) continue;
      const visible = evaluate(section.visibleWhen, values) === true;
      if (sections[section.id] !== visible) sections = { ...sections, [section.id]: visible };
    }
    for (const field of fields) {
      const before = flags[field.id] ?? { ...shown, required: field.required };
      const truth = (expression: LinkedExpression | null, known: boolean): boolean =>
        expression && concerns(expression, changed) ? evaluate(expression, values) === true : known;
      const after = {
        visible: truth(field.visibleWhen, before.visible),
        enabled: truth(field.enabledWhen, before.enabled),
        required: field.required || truth(field.requiredWhen, before.required),
      };
      const same =
        before.visible === after.visible &&
        before.enabled === after.enabled &&
        before.required === after.required;
      if (!flags[field.id] || !same) flags = { ...flags, [field.id]: after };
      if (field.check.some((check) => concerns(check.expr, changed))) {
        const broken = field.check.find((check) => evaluate(check.expr, values) === false);
        const note = broken ? { message: broken.message, level: broken.level } : undefined;
        if (note?.message !== checks[field.id]?.message) {
          const { [field.id]: _, ...others } = checks;
          checks = note ? { ...others, [field.id]: note } : others;
        }
      }
    }
    return { flags, sections, checks };
  };

  const validate = (values: Values, changed: ReadonlySet<string> | null, known: Texts): Texts => {
    let errors = known;
    for (const section of form.sections) {
      const run = validators.get(section.id);
      if (!run || (changed && !section.fields.some((field) => changed.has(field.id)))) continue;
      const inside = new Set(section.fields.map((field) => field.id));
      const kept = Object.entries(errors).filter(([id]) => !inside.has(id));
      const found = run(presentValues(section, values)).map((error): [string, string] => {
        const id = fieldOfError(error);
        return [id, messageOf(error, byId.get(id)?.title ?? id)];
      });
      errors = Object.fromEntries([...kept, ...found]);
    }
    return errors;
  };

  const store = createStore<FormState>()(() => {
    const empty: FormState = {
      record: form.record,
      values: record,
      initial: record,
      flags: {},
      sections: {},
      problems: {},
      schemaErrors: {},
      serverErrors: {},
      checks: {},
      touched: {},
      submitted: false,
      general: [],
      saving: false,
    };
    const { values } = compute(record, null);
    return { ...empty, values, initial: values, ...decide(empty, values, null) };
  });

  const settle = (
    start: Values,
    changedFields: ReadonlySet<string> | null,
    more: Partial<FormState> = {},
  ) => {
    const state = { ...store.getState(), ...more };
    const { values, changed } = compute(start, changedFields);
    store.setState({
      ...more,
      values,
      ...decide(state, values, changed),
      schemaErrors: validate(values, changed, state.schemaErrors),
    });
  };

  const blocked = (state: FormState, field: FormField): string | null => {
    const flags = state.flags[field.id] ?? shown;
    if (!flags.visible || state.sections[sectionOf.get(field.id)?.id ?? ''] === false) return null;
    const note = errorOf(state, field);
    if (note) return note;
    const value = state.values[field.id];
    const stored = isStored(state, field);
    if (flags.required && isEmpty(value) && !field.readOnly && !(stored && field.required))
      return requiredMessage(field.title);
    // A stored value that breaks a rule of today must not stop the rest of the record from being saved.
    if (stored || field.readOnly) return null;
    return state.schemaErrors[field.id] ?? null;
  };

  return {
    ...store,
    form,
    field: (id) => byId.get(id),
    change: (field, input, problem) => {
      const state = store.getState();
      const { [field.id]: _, ...problems } = state.problems;
      const { [field.id]: __, ...serverErrors } = state.serverErrors;
      settle({ ...state.values, ...fromInput(field, input) }, new Set([field.id]), {
        problems: problem === undefined ? problems : { ...problems, [field.id]: problem },
        serverErrors,
        general: [],
      });
    },
    touch: (id) => {
      const { touched } = store.getState();
      if (!touched[id]) store.setState({ touched: { ...touched, [id]: true } });
    },
    ask: (next) => {
      evaluate = next;
      settle(store.getState().values, null);
    },
    setValidator: (section, run) => {
      validators.set(section, run);
      settle(store.getState().values, null);
    },
    load: (next) => {
      const { values } = compute(next, null);
      settle(next, null, {
        initial: values,
        problems: {},
        serverErrors: {},
        touched: {},
        submitted: false,
        general: [],
      });
    },
    saved: (sent, stored) => {
      const { values, initial } = store.getState();
      const written = { ...initial, ...sent, ...stored };
      const typed = Object.fromEntries(
        ids.filter((id) => !sameValue(values[id], sent[id])).map((id) => [id, values[id]]),
      );
      settle({ ...written, ...typed }, null, {
        initial: written,
        submitted: false,
        touched: {},
        serverErrors: {},
        general: [],
      });
    },
    isDirty: () => {
      const { initial, values, problems } = store.getState();
      return Object.keys(problems).length > 0 || ids.some((id) => !sameValue(initial[id], values[id]));
    },
    blockers: () => {
      const state = store.getState();
      return fields.flatMap((field) => {
        const message = blocked(state, field);
        return message === null ? [] : [{ field, message }];
      });
    },
    changes: () => {
      const { initial, values } = store.getState();
      return changedValues(ids, initial, values);
    },
  };
}

function isStored(state: FormState, field: FormField): boolean {
  return state.record && sameValue(state.values[field.id], state.initial[field.id]);
}

/** Errors that stand whatever the field holds now: a text that is no value, a broken rule. */
function errorOf(state: FormState, field: FormField): string | null {
  const check = state.checks[field.id];
  return state.problems[field.id] ?? (check?.level === 'error' ? check.message : null);
}

/** What is shown at a field: errors once it was left or saving was tried, what the server said always. */
export function noteOf(state: FormState, field: FormField): FieldNote | null {
  const error = (message: string): FieldNote => ({ message, level: 'error' });
  const server = state.serverErrors[field.id];
  if (server) return error(server);
  const told = state.submitted || state.touched[field.id] === true;
  const check = state.checks[field.id];
  if (told) {
    const problem = state.problems[field.id];
    if (problem) return error(problem);
    const changed = !sameValue(state.values[field.id], state.initial[field.id]);
    const stored = isStored(state, field);
    const missing =
      (state.flags[field.id] ?? shown).required && isEmpty(state.values[field.id]) && !field.readOnly;
    if (missing && !(stored && field.required) && (state.submitted || changed))
      return error(requiredMessage(field.title));
    const schema = state.schemaErrors[field.id];
    if (schema && (changed || state.submitted))
      return { message: schema, level: stored ? 'warning' : 'error' };
    if (check?.level === 'error') return check;
  }
  return check?.level === 'warning' ? check : null;
}

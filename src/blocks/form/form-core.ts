// What the events of a form have in common: its state, its rules, and the one way in which a change settles.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FormField, LinkedForm } from './definition.ts';
import { linesAt, placeOfCell, repeatedFields, tidyLines } from './form-lines.ts';
import { type Changed, createRules, type Evaluate, type Rules } from './form-rules.ts';
import type { FormState, Texts } from './form-state.ts';
import { messageOf, stepsOf, type ValidatorError } from './messages.ts';
import { presentValues, sameValue, startsOf, type Values, writable } from './values.ts';

export type SectionValidator = (values: Values) => readonly ValidatorError[];

export interface FormCore {
  readonly form: LinkedForm;
  readonly store: StoreApi<FormState>;
  readonly rules: Rules;
  /** Whether something in the form is unsaved. */
  readonly differs: (state: Pick<FormState, 'initial' | 'problems'>, values: Values) => boolean;
  readonly byId: ReadonlyMap<string, FormField>;
  /** Fields of lines. */
  readonly repeated: readonly FormField[];
  /** What a save may write. */
  readonly ids: readonly string[];
  readonly validators: Map<string, SectionValidator>;
  readonly newKey: () => number;
  /** A key for each line of these values. */
  readonly keysFor: (values: Values) => FormState['lineKeys'];
  /** Computes, decides and validates after a change; null for everything. */
  readonly settle: (start: Values, changed: Changed, more?: Partial<FormState>) => void;
  /** Asks the validator of a section that has just come; no value and no rule has changed by it. */
  readonly validate: (section: string) => void;
}

function fieldsOf(form: LinkedForm): readonly FormField[] {
  return form.sections.flatMap(({ fields }) => fields);
}

type Known = Omit<FormCore, 'settle' | 'validate'>;

export function createFormCore(form: LinkedForm, given: Values, evaluate: Evaluate): FormCore {
  const repeated = repeatedFields(form);
  const record = tidyLines(repeated, form.record ? given : { ...startsOf(fieldsOf(form)), ...given });
  const ids = writable(form.sections);
  const differs: FormCore['differs'] = ({ initial, problems }, values) =>
    Object.keys(problems).length > 0 || ids.some((id) => !sameValue(initial[id], values[id]));
  const rules = createRules(form, evaluate, differs);
  const byId = new Map(form.sections.flatMap(({ fields }) => fields.map((field) => [field.id, field])));
  const validators = new Map<string, SectionValidator>();
  let nextKey = 1;
  const newKey = () => nextKey++;
  const keysFor = (values: Values) =>
    Object.fromEntries(repeated.map(({ id }) => [id, linesAt(values, id).map(newKey)]));

  const store = createStore<FormState>()(() => {
    const empty: FormState = {
      record: form.record,
      values: record,
      initial: record,
      lineKeys: keysFor(record),
      flags: {},
      sections: {},
      problems: {},
      schemaErrors: {},
      serverErrors: {},
      checks: {},
      acknowledged: {},
      touched: {},
      submitted: false,
      rounds: {},
      general: [],
      saving: false,
    };
    const { values } = rules.compute(record, null, record);
    const read = { ...empty, initial: values };
    return { ...read, values, ...rules.decide(read, values, null) };
  });

  const core: Known = {
    form,
    store,
    rules,
    byId,
    repeated,
    ids,
    differs,
    validators,
    newKey,
    keysFor,
  };
  return {
    ...core,
    settle: (start, changedFields, more = {}) => {
      const state = { ...store.getState(), ...more };
      const { values, changed } = rules.compute(start, changedFields, state.initial);
      store.setState({
        ...more,
        values,
        ...rules.decide(state, values, changed),
        schemaErrors: schemaErrors(core, state, values, changed),
      });
    },
    validate: (id) => {
      const state = store.getState();
      const fields = form.sections.find((section) => section.id === id)?.fields ?? [];
      const inside = new Set(fields.map((field) => field.id));
      store.setState({ schemaErrors: schemaErrors(core, state, state.values, inside) });
    },
  };
}

/** What the schemas of the sections say about values, by place; a section that did not change keeps what it said. */
function schemaErrors(
  { form, validators, byId }: Known,
  state: FormState,
  values: Values,
  changed: Changed,
): Texts {
  let errors = state.schemaErrors;
  for (const section of form.sections) {
    const run = validators.get(section.id);
    if (!run || (changed && !section.fields.some((field) => changed.has(field.id)))) continue;
    const inside = new Set(section.fields.map((field) => field.id));
    const kept = Object.entries(errors).filter(([place]) => !inside.has(place.split('.')[0] ?? ''));
    const found = run(presentValues(section, values)).map((error): [string, string] => {
      const [id = '', index, cell] = stepsOf(error.instancePath);
      const field = byId.get(id);
      const key = index === undefined ? undefined : state.lineKeys[id]?.[Number(index)];
      const inLine = field?.lines?.fields.find((one) => one.id === cell);
      if (key !== undefined && inLine) return [placeOfCell(id, key, inLine.id), messageOf(error, inLine)];
      return [id, messageOf(error, field ?? { title: id })];
    });
    errors = Object.fromEntries([...kept, ...found]);
  }
  return errors;
}

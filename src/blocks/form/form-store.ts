// What a form holds while it is filled in. React reads it place by place, so that a key typed in one field
// renders that field and those whose expressions read it. Longer than the habit: one state, its few events.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FormField, LinkedForm } from './definition.ts';
import {
  cellSlot,
  linesAt,
  moved,
  placeOfCell,
  repeatedFields,
  tidyLine,
  tidyLines,
  withoutLines,
} from './form-lines.ts';
import { type Changed, createRules, type Evaluate } from './form-rules.ts';
import { blockerAt, type FormState, type Slot, shown, slotOf, type Texts, touches } from './form-state.ts';
import { messageOf, stepsOf, type ValidatorError } from './messages.ts';
import {
  changedValues,
  filledLine,
  fromInput,
  linesIn,
  presentValues,
  sameValue,
  type Values,
  writable,
} from './values.ts';

export type SectionValidator = (values: Values) => readonly ValidatorError[];

/** Something about a place, for the list at the top of the form. */
export interface PlaceMessage {
  readonly place: string;
  readonly message: string;
}

export interface FormStore extends StoreApi<FormState> {
  readonly form: LinkedForm;
  readonly field: (id: string) => FormField | undefined;
  readonly change: (field: FormField, input: unknown, problem: string | undefined) => void;
  readonly changeCell: (
    owner: FormField,
    key: number,
    cell: FormField,
    input: unknown,
    problem: string | undefined,
  ) => void;
  /** Adds an empty line at the end; the key of the new line. */
  readonly addLine: (owner: FormField) => number;
  readonly removeLine: (owner: FormField, key: number) => void;
  readonly moveLine: (owner: FormField, key: number, by: -1 | 1) => void;
  readonly touch: (place: string) => void;
  /** The scope outside the form changed: every expression is asked again. */
  readonly ask: (evaluate: Evaluate) => void;
  readonly setValidator: (section: string, validate: SectionValidator) => void;
  /** Takes another record, or the same anew, and forgets what was typed. */
  readonly load: (record: Values) => void;
  /** Takes values that were typed before; a field that was changed since keeps its change. */
  readonly restore: (kept: Values, version: number | null) => void;
  /** Takes what somebody else stored meanwhile, but for the values at these places; it is what a save starts from. */
  readonly merge: (current: Values, kept: ReadonlySet<string>) => void;
  /** What was sent is now what is stored; text typed meanwhile stays changed. */
  readonly saved: (sent: Values, stored: Values) => void;
  readonly isDirty: () => boolean;
  /** What blocks saving, in the order of the form. */
  readonly blockers: () => readonly PlaceMessage[];
  /** Warnings about what was changed that the person has not seen when saving; seen from now on. */
  readonly takeWarnings: () => readonly PlaceMessage[];
  /** The place that a pointer into the body means; null when no field of this form. */
  readonly placeOf: (pointer: string) => string | null;
  readonly sectionOf: (place: string) => string | null;
  readonly changes: () => Values;
  /** Everything, as it is sent where there is no record. */
  readonly whole: () => Values;
}

export function createFormStore(form: LinkedForm, given: Values, evaluate: Evaluate): FormStore {
  const fields = form.sections.flatMap((section) => section.fields);
  const byId = new Map(fields.map((field) => [field.id, field]));
  const sectionOf = new Map(
    form.sections.flatMap((section) => section.fields.map((field) => [field.id, section.id])),
  );
  const repeated = repeatedFields(form);
  const ids = writable(form.sections);
  const record = tidyLines(repeated, given);
  const validators = new Map<string, SectionValidator>();
  const differs = ({ initial, problems }: FormState, values: Values): boolean =>
    Object.keys(problems).length > 0 || ids.some((id) => !sameValue(initial[id], values[id]));
  const rules = createRules(form, evaluate, differs);
  let nextKey = 1;

  const keysFor = (values: Values): FormState['lineKeys'] =>
    Object.fromEntries(
      repeated.map(({ id }) => [id, linesAt(values, id).map(() => nextKey++)] as [string, number[]]),
    );

  const validate = (state: FormState, values: Values, changed: Changed): Texts => {
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
        if (key !== undefined && inLine)
          return [placeOfCell(id, key, inLine.id), messageOf(error, inLine.title)];
        return [id, messageOf(error, field?.title ?? id)];
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
      general: [],
      saving: false,
    };
    const { values } = rules.compute(record, null);
    const read = { ...empty, initial: values };
    return { ...read, values, ...rules.decide(read, values, null) };
  });

  const settle = (start: Values, changedFields: Changed, more: Partial<FormState> = {}) => {
    const state = { ...store.getState(), ...more };
    const { values, changed } = rules.compute(start, changedFields);
    store.setState({
      ...more,
      values,
      ...rules.decide(state, values, changed),
      schemaErrors: validate(state, values, changed),
    });
  };

  const setLines = (owner: FormField, lines: readonly object[], more: Partial<FormState>) =>
    settle({ ...store.getState().values, [owner.id]: lines }, new Set([owner.id]), { general: [], ...more });

  /** Everything that is drawn and may hold a message, in the order of the form. */
  const slots = (state: FormState): readonly (Slot & { readonly label: string })[] =>
    fields.flatMap((field) => {
      const visible = (state.flags[field.id] ?? shown).visible;
      if (!visible || state.sections[sectionOf.get(field.id) ?? ''] === false) return [];
      const keys = field.lines ? (state.lineKeys[field.id] ?? []) : [];
      const cells = keys.flatMap((key, i) =>
        (field.lines?.fields ?? []).map((cell) => ({
          ...cellSlot(field, key, cell),
          label: `${field.title}, line ${i + 1}: `,
        })),
      );
      return [{ ...slotOf(field), label: '' }, ...cells];
    });

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
    changeCell: (owner, key, cell, input, problem) => {
      const state = store.getState();
      const index = (state.lineKeys[owner.id] ?? []).indexOf(key);
      const place = placeOfCell(owner.id, key, cell.id);
      const { [place]: _, ...problems } = state.problems;
      const { [place]: __, ...serverErrors } = state.serverErrors;
      const lines = linesAt(state.values, owner.id).map((line, i) =>
        i === index ? tidyLine(owner, { ...line, ...fromInput(cell, input) }) : line,
      );
      setLines(owner, lines, {
        problems: problem === undefined ? problems : { ...problems, [place]: problem },
        serverErrors,
      });
    },
    addLine: (owner) => {
      const { values, lineKeys } = store.getState();
      const key = nextKey++;
      setLines(owner, [...linesAt(values, owner.id), {}], {
        lineKeys: { ...lineKeys, [owner.id]: [...(lineKeys[owner.id] ?? []), key] },
      });
      return key;
    },
    removeLine: (owner, key) => {
      const state = store.getState();
      const keys = state.lineKeys[owner.id] ?? [];
      const index = keys.indexOf(key);
      setLines(
        owner,
        linesAt(state.values, owner.id).filter((_, i) => i !== index),
        {
          lineKeys: { ...state.lineKeys, [owner.id]: keys.filter((one) => one !== key) },
          problems: withoutLines(state.problems, owner.id, key),
          serverErrors: withoutLines(state.serverErrors, owner.id, key),
          touched: withoutLines(state.touched, owner.id, key),
          flags: withoutLines(state.flags, owner.id, key),
        },
      );
    },
    moveLine: (owner, key, by) => {
      const { values, lineKeys } = store.getState();
      const keys = lineKeys[owner.id] ?? [];
      const from = keys.indexOf(key);
      const to = from + by;
      if (from < 0 || to < 0 || to >= keys.length) return;
      setLines(owner, moved(linesAt(values, owner.id), from, to), {
        lineKeys: { ...lineKeys, [owner.id]: moved(keys, from, to) },
      });
    },
    touch: (place) => {
      const { touched } = store.getState();
      if (!touched[place]) store.setState({ touched: { ...touched, [place]: true } });
    },
    ask: (next) => {
      rules.ask(next);
      settle(store.getState().values, null);
    },
    setValidator: (section, run) => {
      validators.set(section, run);
      settle(store.getState().values, null);
    },
    load: (loaded) => {
      const next = tidyLines(repeated, loaded);
      const { values } = rules.compute(next, null);
      settle(next, null, {
        initial: values,
        lineKeys: keysFor(values),
        flags: {},
        problems: {},
        serverErrors: {},
        touched: {},
        submitted: false,
        general: [],
      });
    },
    restore: (kept, version) => {
      const { values, initial, lineKeys } = store.getState();
      const taken = Object.fromEntries(
        Object.entries(tidyLines(repeated, kept)).filter(([id]) => sameValue(values[id], initial[id])),
      );
      const next = { ...values, ...taken };
      const fresh = keysFor(taken);
      settle(next, null, {
        // A save of it must name the version that its writer had read.
        initial: version === null ? initial : { ...initial, version },
        lineKeys: Object.fromEntries(
          repeated.map(({ id }) => [id, (id in taken ? fresh[id] : lineKeys[id]) ?? []]),
        ),
      });
    },
    merge: (current, kept) => {
      const { values, problems } = store.getState();
      const theirs = tidyLines(repeated, current);
      const own = Object.fromEntries(ids.filter((id) => kept.has(id)).map((id) => [id, values[id]]));
      const next = { ...theirs, ...own };
      settle(next, null, {
        initial: rules.compute(theirs, null).values,
        lineKeys: keysFor(next),
        problems: Object.fromEntries(
          Object.entries(problems).filter(([place]) => kept.has(place.split('.')[0] ?? '')),
        ),
        serverErrors: {},
        general: [],
      });
    },
    saved: (sent, stored) => {
      const { values, initial } = store.getState();
      const written = tidyLines(repeated, { ...initial, ...sent, ...stored });
      const typed = Object.fromEntries(
        ids.filter((id) => !sameValue(values[id], sent[id])).map((id) => [id, values[id]]),
      );
      const next = { ...written, ...typed };
      const keys = keysFor(next);
      settle(next, null, {
        initial: written,
        // Lines that came back in the same number are the same lines.
        lineKeys: Object.fromEntries(
          Object.entries(keys).map(([id, made]) => {
            const before = store.getState().lineKeys[id] ?? [];
            return [id, before.length === made.length ? before : made];
          }),
        ),
        submitted: false,
        touched: {},
        serverErrors: {},
        general: [],
      });
    },
    isDirty: () => {
      const state = store.getState();
      return differs(state, state.values);
    },
    blockers: () => {
      const state = store.getState();
      return slots(state).flatMap((slot) => {
        const message = blockerAt(state, slot);
        return message === null ? [] : [{ place: slot.place, message: slot.label + message }];
      });
    },
    takeWarnings: () => {
      const state = store.getState();
      const found = slots(state).flatMap(({ place, label }) => {
        const check = state.checks[place];
        const fresh = check?.level === 'warning' && !state.acknowledged[check.key];
        return fresh && touches(state, check.about)
          ? [{ place, key: check.key, message: label + check.message }]
          : [];
      });
      if (found.length > 0)
        store.setState({
          acknowledged: { ...state.acknowledged, ...Object.fromEntries(found.map(({ key }) => [key, true])) },
        });
      return found;
    },
    placeOf: (pointer) => {
      const [id = '', index, cell] = stepsOf(pointer);
      const field = byId.get(id);
      if (!field) return null;
      const key = index === undefined ? undefined : store.getState().lineKeys[id]?.[Number(index)];
      const inLine = field.lines?.fields.some((one) => one.id === cell) ?? false;
      return key !== undefined && inLine && cell !== undefined ? placeOfCell(id, key, cell) : id;
    },
    sectionOf: (place) => sectionOf.get(place.split('.')[0] ?? '') ?? null,
    changes: () => {
      const { initial, values } = store.getState();
      return outgoing(changedValues(ids, initial, values));
    },
    whole: () => outgoing(store.getState().values),
  };

  function outgoing(values: Values): Values {
    return Object.fromEntries(
      Object.entries(values).map(([id, value]) => [
        id,
        byId.get(id)?.lines ? linesIn(value).map(filledLine) : value,
      ]),
    );
  }
}

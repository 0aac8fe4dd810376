// What a form holds while it is filled in. React reads it place by place, so that a key typed in one field
// renders that field and those whose expressions read it.
import type { StoreApi } from 'zustand/vanilla';
import { namedMessage } from '#src/core/named-message.ts';
import type { FormField, LinkedForm } from './definition.ts';
import { createFormCore, type SectionValidator } from './form-core.ts';
import { cellSlot, placeOfCell } from './form-lines.ts';
import type { Evaluate } from './form-rules.ts';
import { blockerAt, type FormState, type Slot, shown, slotOf, touches } from './form-state.ts';
import { type LineEvents, lineEvents } from './line-events.ts';
import { stepsOf } from './messages.ts';
import { type RecordEvents, recordEvents } from './record-events.ts';
import { changedValues, filledLine, fromInput, linesIn, type Values } from './values.ts';

export type { SectionValidator } from './form-core.ts';

/** Something about a place, for the list at the top of the form. */
export interface PlaceMessage {
  readonly place: string;
  readonly message: string;
}

export interface FormStore extends StoreApi<FormState>, LineEvents, RecordEvents {
  readonly form: LinkedForm;
  readonly field: (id: string) => FormField | undefined;
  readonly change: (field: FormField, input: unknown, problem: string | undefined) => void;
  readonly touch: (place: string) => void;
  /** The scope outside the form changed: every expression is asked again. */
  readonly ask: (evaluate: Evaluate) => void;
  readonly setValidator: (section: string, validate: SectionValidator) => void;
  readonly isDirty: () => boolean;
  /** What blocks saving, in the order of the form. */
  readonly blockers: () => readonly PlaceMessage[];
  /** Warnings about what was changed that the person has not seen when saving; seen from now on. */
  readonly takeWarnings: () => readonly PlaceMessage[];
  /** The place that a pointer into the body means; null when no field of this form. */
  readonly placeOf: (pointer: string) => string | null;
  /** A message about a place, with the name of its field, for the list at the top of the form. */
  readonly named: (place: string, message: string) => string;
  readonly sectionOf: (place: string) => string | null;
  readonly changes: () => Values;
  /** Everything, as it is sent where there is no record. */
  readonly whole: () => Values;
}

export function createFormStore(form: LinkedForm, given: Values, evaluate: Evaluate): FormStore {
  const core = createFormCore(form, given, evaluate);
  const { store, rules, byId, ids, validators, settle } = core;
  const sectionOf = new Map(
    form.sections.flatMap((section) => section.fields.map((field) => [field.id, section.id])),
  );

  /** Everything that is drawn and may hold a message, in the order of the form. */
  const slots = (state: FormState): readonly (Slot & { readonly label: string })[] =>
    [...byId.values()].flatMap((field) => {
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
    ...lineEvents(core),
    ...recordEvents(core),
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
      core.validate(section);
    },
    isDirty: () => {
      const state = store.getState();
      return core.differs(state, state.values);
    },
    blockers: () => {
      const state = store.getState();
      return slots(state).flatMap((slot) => {
        const message = blockerAt(state, slot);
        return message === null
          ? []
          : [{ place: slot.place, message: slot.label + namedMessage(slot.field, message) }];
      });
    },
    takeWarnings: () => {
      const state = store.getState();
      const found = slots(state).flatMap(({ field, place, label }) => {
        const check = state.checks[place];
        const fresh = check?.level === 'warning' && !state.acknowledged[check.key];
        return fresh && touches(state, check.about)
          ? [{ place, key: check.key, message: label + namedMessage(field, check.message) }]
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
      if (key === undefined) return id;
      // What is wrong with a row as a whole stands at its first cell.
      const at = inLine ? cell : field.lines?.fields[0]?.id;
      return at === undefined ? id : placeOfCell(id, key, at);
    },
    named: (place, message) => {
      const slot = slots(store.getState()).find((one) => one.place === place);
      const field = byId.get(place);
      return slot
        ? slot.label + namedMessage(slot.field, message)
        : namedMessage(field ?? { title: '' }, message);
    },
    sectionOf: (place) => sectionOf.get(place.split('.')[0] ?? '') ?? null,
    changes: () => {
      const { initial, values } = store.getState();
      return outgoing(byId, changedValues(ids, initial, values));
    },
    whole: () => outgoing(byId, store.getState().values),
  };
}

function outgoing(byId: ReadonlyMap<string, FormField>, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([id]) => byId.get(id)?.origin === undefined)
      .map(([id, value]) => [id, byId.get(id)?.lines ? linesIn(value).map(filledLine) : value]),
  );
}

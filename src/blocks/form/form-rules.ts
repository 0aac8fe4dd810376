// What follows from the values of a form: computed fields, conditions, broken rules.
import { readsOf } from '#src/core/expressions/reads.ts';
import type { LinkedExpression } from '#src/core/linked.ts';
import type { FormField, LinkedForm } from './definition.ts';
import { linesAt, placeOfCell, repeatedFields, withoutLines } from './form-lines.ts';
import { type CheckNote, type FormState, type KeyedCheck, shown } from './form-state.ts';
import { type Line, sameValue, type Values } from './values.ts';

export type Evaluate = (expression: LinkedExpression, form: Values, line?: Line) => unknown;
export type Changed = ReadonlySet<string> | null;

/** Whether an expression may answer otherwise now; `changed` null means that anything may have changed. */
function concerns(expression: LinkedExpression | null, changed: Changed): boolean {
  if (!expression) return false;
  if (!changed) return true;
  const reads = readsOf(expression);
  // Every change may make the form dirty, or as it was read.
  return reads === null || reads.some((id) => changed.has(id) || id === dirtyName);
}

/** What a form's conditions read beside its fields: whether something is unsaved. */
export const dirtyName = 'dirty';

export interface Rules {
  /** `stored` is what was read: a value of the entity stands as it is stored until what goes into it changes. */
  readonly compute: (
    start: Values,
    changed: Changed,
    stored: Values,
  ) => { readonly values: Values; readonly changed: Changed };
  readonly decide: (state: FormState, values: Values, changed: Changed) => Partial<FormState>;
  readonly ask: (evaluate: Evaluate) => void;
  readonly evaluate: Evaluate;
}

export function createRules(
  form: LinkedForm,
  first: Evaluate,
  dirty: (state: FormState, values: Values) => boolean,
): Rules {
  const fields = form.sections.flatMap((section) => section.fields);
  const repeated = repeatedFields(form);
  const computed = fields.filter((field) => field.value !== null);
  const checks = keyedChecks(form);
  // The first broken error of a field is told, else its first broken warning.
  const ofField = new Map<string, readonly KeyedCheck[]>();
  for (const level of ['error', 'warning'] as const)
    for (const check of checks.filter((one) => one.level === level))
      for (const id of check.fields) ofField.set(id, [...(ofField.get(id) ?? []), check]);
  let evaluate = first;

  const broken = (check: Pick<KeyedCheck, 'when' | 'expr'>, values: Values, line?: Line): boolean =>
    (!check.when || evaluate(check.when, values, line) === true) &&
    evaluate(check.expr, values, line) === false;

  const computeLines = (field: FormField, values: Values, changed: Changed): Values => {
    const cells = (field.lines?.fields ?? []).filter(
      (cell) => cell.value !== null && (!changed || changed.has(field.id) || concerns(cell.value, changed)),
    );
    if (cells.length === 0) return values;
    const before = linesAt(values, field.id);
    let next = values;
    before.forEach((_, i) => {
      for (const cell of cells) {
        const line = linesAt(next, field.id)[i] ?? {};
        const value = cell.value ? (evaluate(cell.value, next, line) ?? null) : null;
        if (sameValue(value, line[cell.id])) continue;
        const lines = linesAt(next, field.id).map((one, j) => (j === i ? { ...one, [cell.id]: value } : one));
        next = { ...next, [field.id]: lines };
      }
    });
    return next;
  };

  const depth = computed.length + repeated.reduce((sum, { lines }) => sum + (lines?.fields.length ?? 0), 0);

  return {
    ask: (next) => {
      evaluate = next;
    },
    evaluate: (expression, values, line) => evaluate(expression, values, line),
    // Computed fields may read each other; no ring of them passes the linker, so it settles.
    compute: (start, firstChanged, stored) => {
      let values = start;
      let changed = firstChanged;
      for (let round = 0; round <= depth; round++) {
        const next = new Set<string>();
        for (const field of computed) {
          if (!field.value || !concerns(field.value, changed)) continue;
          const value =
            form.record && field.origin === 'value' && stands(field.value, values, stored)
              ? (stored[field.id] ?? null)
              : rounded(field, evaluate(field.value, values));
          if (sameValue(value, values[field.id])) continue;
          values = { ...values, [field.id]: value };
          next.add(field.id);
        }
        for (const field of repeated) {
          const after = computeLines(field, values, changed);
          if (after !== values) next.add(field.id);
          values = after;
        }
        if (next.size === 0) break;
        if (changed) changed = new Set([...changed, ...next]);
      }
      return { values, changed };
    },
    decide: (state, given, changed) => {
      const values = { [dirtyName]: dirty(state, given), ...given };
      let { flags, sections, checks: notes, acknowledged } = state;
      for (const section of form.sections) {
        if (!section.visibleWhen || !concerns(section.visibleWhen, changed)) continue;
        const visible = evaluate(section.visibleWhen, values) === true;
        if (sections[section.id] !== visible) sections = { ...sections, [section.id]: visible };
      }
      const flag = (field: FormField, place: string, changedHere: Changed, line?: Line): void => {
        const before = flags[place] ?? { ...shown, required: field.required };
        const truth = (expression: LinkedExpression | null, known: boolean): boolean =>
          expression && concerns(expression, changedHere)
            ? evaluate(expression, values, line) === true
            : known;
        const after = {
          visible: truth(field.visibleWhen, before.visible),
          enabled: truth(field.enabledWhen, before.enabled),
          // A field that must be filled anyway needs no condition to say so.
          required: field.required || truth(field.requiredWhen, before.required),
        };
        const same =
          before.visible === after.visible &&
          before.enabled === after.enabled &&
          before.required === after.required;
        if (!flags[place] || !same) flags = { ...flags, [place]: after };
      };
      const note = (place: string, found: CheckNote | undefined): void => {
        if (found?.key === notes[place]?.key && found?.message === notes[place]?.message) return;
        const { [place]: _, ...others } = notes;
        notes = found ? { ...others, [place]: found } : others;
      };
      for (const field of fields) {
        flag(field, field.id, changed);
        const own = ofField.get(field.id);
        if (!own?.some(({ when, expr }) => concerns(expr, changed) || concerns(when, changed))) continue;
        const found = own.find((check) => broken(check, values));
        note(field.id, found && noteOfCheck(found));
      }
      for (const field of repeated) {
        const cells = field.lines?.fields ?? [];
        const whole =
          !changed ||
          changed.has(field.id) ||
          cells.some((cell) =>
            [
              cell.enabledWhen,
              cell.requiredWhen,
              ...cell.check.flatMap(({ when, expr }) => [when ?? null, expr]),
            ].some((expression) => concerns(expression, changed)),
          );
        if (!whole) continue;
        const keys = state.lineKeys[field.id] ?? [];
        const alive = new Set(
          keys.flatMap((key) => cells.map((cell) => placeOfCell(field.id, key, cell.id))),
        );
        const kept = Object.keys(notes).filter(
          (place) => place.startsWith(`${field.id}.`) && !alive.has(place),
        );
        if (kept.length > 0) notes = withoutLines(notes, field.id);
        linesAt(values, field.id).forEach((line, i) => {
          const key = keys[i];
          if (key === undefined) return;
          for (const cell of cells) {
            const place = placeOfCell(field.id, key, cell.id);
            flag(cell, place, null, line);
            const levels = [...cell.check].sort((a, b) => a.level.localeCompare(b.level));
            const found = levels.find((check) =>
              broken({ when: check.when ?? null, expr: check.expr }, values, line),
            );
            note(
              place,
              found && {
                key: `${field.id}.${cell.id} ${found.message}`,
                message: found.message,
                level: found.level,
                about: [field.id, ...(readsOf(found.expr) ?? [])],
              },
            );
          }
        });
      }
      // A warning that went away is told anew when it comes back.
      const told = new Set(Object.values(notes).map(({ key }) => key));
      if (Object.keys(acknowledged).some((key) => !told.has(key)))
        acknowledged = Object.fromEntries(
          Object.keys(acknowledged).flatMap((key) => (told.has(key) ? [[key, true as const]] : [])),
        );
      return { flags, sections, checks: notes, acknowledged };
    },
  };
}

/** Whether all that goes into a value is as it was read: the server computes nothing else anew. */
function stands(expression: LinkedExpression, values: Values, stored: Values): boolean {
  const reads = readsOf(expression) ?? Object.keys(values);
  return reads.every((id) => sameValue(values[id], stored[id]));
}

function rounded({ origin, valueType }: FormField, found: unknown): unknown {
  const whole = origin === 'value' && valueType === 'integer' && typeof found === 'number';
  return whole ? Math.round(found) : (found ?? null);
}

function keyedChecks(form: LinkedForm): readonly KeyedCheck[] {
  const own = form.sections.flatMap(({ fields }) =>
    fields.flatMap((field) =>
      field.check.map(({ when, ...check }, i) => ({
        ...check,
        key: `${field.id} ${i}`,
        id: field.id,
        when: when ?? null,
        fields: [field.id],
      })),
    ),
  );
  return [...own, ...form.check.map((check) => ({ ...check, key: check.id }))];
}

function noteOfCheck({ key, message, level, fields, expr }: KeyedCheck): CheckNote {
  const reads = readsOf(expr);
  return { key, message, level, about: reads === null ? null : [...fields, ...reads] };
}

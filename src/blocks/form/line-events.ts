// What a person does to the lines of a form. A line keeps its key, so that its texts and messages move with it.
import type { LinkedExpression } from '#src/core/linked.ts';
import type { FormField, LineButton } from './definition.ts';
import type { FormCore } from './form-core.ts';
import { linesAt, moved, placeOfCell, tidyLine, withoutLines } from './form-lines.ts';
import type { FormState } from './form-state.ts';
import { fromInput, type Line, startsOf } from './values.ts';

export interface LineEvents {
  readonly changeCell: (
    owner: FormField,
    key: number,
    cell: FormField,
    input: unknown,
    problem: string | undefined,
  ) => void;
  /** Adds a line at the end; the key of the new line. */
  readonly addLine: (owner: FormField, given?: Line) => number;
  /** What an expression says of a line, e.g. whether a button of it is there. */
  readonly ofLine: (owner: FormField, key: number, expression: LinkedExpression) => unknown;
  /** Sets what a button of the line says. */
  readonly pressLine: (owner: FormField, key: number, button: LineButton) => void;
  readonly removeLine: (owner: FormField, key: number) => void;
  readonly moveLine: (owner: FormField, key: number, by: -1 | 1) => void;
}

export function lineEvents({ store, rules, settle, newKey }: FormCore): LineEvents {
  const lineAt = (owner: FormField, key: number): Line => {
    const { values, lineKeys } = store.getState();
    return linesAt(values, owner.id)[(lineKeys[owner.id] ?? []).indexOf(key)] ?? {};
  };
  const ofLine = (owner: FormField, key: number, expression: LinkedExpression) =>
    rules.evaluate(expression, store.getState().values, lineAt(owner, key));
  const setLines = (owner: FormField, lines: readonly object[], more: Partial<FormState>) =>
    settle({ ...store.getState().values, [owner.id]: lines }, new Set([owner.id]), { general: [], ...more });
  return {
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
    ofLine,
    pressLine: (owner, key, { set }) => {
      const { values, lineKeys, problems, serverErrors } = store.getState();
      const index = (lineKeys[owner.id] ?? []).indexOf(key);
      const line = lineAt(owner, key);
      const made = Object.fromEntries(
        Object.entries(set).map(([id, expression]) => [id, rules.evaluate(expression, values, line) ?? null]),
      );
      const places = new Set(Object.keys(made).map((id) => placeOfCell(owner.id, key, id)));
      const others = (texts: FormState['problems']) =>
        Object.fromEntries(Object.entries(texts).filter(([place]) => !places.has(place)));
      const lines = linesAt(values, owner.id).map((one, i) =>
        i === index ? tidyLine(owner, { ...one, ...made }) : one,
      );
      setLines(owner, lines, { problems: others(problems), serverErrors: others(serverErrors) });
    },
    addLine: (owner, given = {}) => {
      const { values, lineKeys } = store.getState();
      const key = newKey();
      setLines(owner, [...linesAt(values, owner.id), { ...startsOf(owner.lines?.fields ?? []), ...given }], {
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
  };
}

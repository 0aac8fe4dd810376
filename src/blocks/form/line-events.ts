// What a person does to the lines of a form. A line keeps its key, so that its texts and messages move with it.
import type { FormField } from './definition.ts';
import type { FormCore } from './form-core.ts';
import { linesAt, moved, placeOfCell, tidyLine, withoutLines } from './form-lines.ts';
import type { FormState } from './form-state.ts';
import { fromInput } from './values.ts';

export interface LineEvents {
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
}

export function lineEvents({ store, settle, newKey }: FormCore): LineEvents {
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
    addLine: (owner) => {
      const { values, lineKeys } = store.getState();
      const key = newKey();
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
  };
}

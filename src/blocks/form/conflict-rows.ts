// Rows inside a record that two people changed: compared and put together by their numbers.
import type { FormField } from './definition.ts';
import { tidyLine } from './form-lines.ts';
import { type Line, linesIn, sameValue, type Values } from './values.ts';

export interface ConflictRow {
  readonly id: string;
  /** Null: not there. */
  readonly before: Line | null;
  readonly mine: Line | null;
  readonly theirs: Line | null;
  readonly changedHere: boolean;
}

type Rows = ReadonlyMap<string, Line>;

function rowsOf(field: FormField, values: Values): Rows {
  const lines = linesIn(values[field.id]).filter(({ id }) => id !== undefined);
  return new Map(lines.map((line) => [String(line.id), tidyLine(field, line)]));
}

const same = (a: Line | undefined, b: Line | undefined) => sameValue(a ?? null, b ?? null);

/** Rows that somebody else changed, added or took away, and that are not the same here. */
export function rowConflicts(
  field: FormField,
  initial: Values,
  values: Values,
  current: Values,
): readonly ConflictRow[] {
  const before = rowsOf(field, initial);
  const mine = rowsOf(field, values);
  const theirs = rowsOf(field, current);
  return [...new Set([...before.keys(), ...theirs.keys()])].flatMap((id) => {
    const [was, here, there] = [before.get(id), mine.get(id), theirs.get(id)];
    if (same(was, there) || same(here, there)) return [];
    return [
      {
        id,
        before: was ?? null,
        mine: here ?? null,
        theirs: there ?? null,
        changedHere: !same(was, here),
      },
    ];
  });
}

/**
 * The rows of both: a row that one side changed is that side's, one that both changed is whose it was chosen to be
 * (`mine` names it as `rooms/3`), rows added here come after those of the others.
 */
export function mergedRows(
  field: FormField,
  initial: Values,
  values: Values,
  current: Values,
  mine: ReadonlySet<string>,
): readonly Line[] {
  const conflicts = new Set(rowConflicts(field, initial, values, current).map(({ id }) => id));
  const before = rowsOf(field, initial);
  const here = rowsOf(field, values);
  const there = rowsOf(field, current);
  const chosen = (id: string): Line | null => {
    const own = conflicts.has(id) ? mine.has(`${field.id}/${id}`) : same(before.get(id), there.get(id));
    const row = (own ? here : there).get(id);
    if (!row) return null;
    // Taken away by the other and kept here: it is written anew.
    const { id: _, ...fresh } = row;
    return there.has(id) ? row : fresh;
  };
  const own = linesIn(values[field.id]);
  const others = linesIn(current[field.id]);
  const ordered = moved(before, own) ? [...own, ...others] : [...others, ...own];
  const seen = new Set<string>();
  return ordered.flatMap((line) => {
    if (line.id === undefined) return [line];
    const id = String(line.id);
    if (seen.has(id)) return [];
    seen.add(id);
    const row = chosen(id);
    return row ? [row] : [];
  });
}

/** Whether this person put the rows into another order. */
function moved(before: Rows, own: readonly Line[]): boolean {
  const now = own.map(({ id }) => String(id)).filter((id) => before.has(id));
  const then = [...before.keys()].filter((id) => now.includes(id));
  return now.join() !== then.join();
}

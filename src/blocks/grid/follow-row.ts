// What follows from unsaved cells of a row before it is saved: computed values, and the rules of its record type.
import { readsOf } from '#src/core/expressions/reads.ts';
import type { LinkedExpression } from '#src/core/linked.ts';
import type { Row } from '#src/core/values.ts';
import type { Follows } from './definition.ts';
import type { RowEdit } from './row-edit.ts';

export type EvaluateRow = (
  expression: LinkedExpression,
  extra: { readonly row: Row; readonly form: Row },
) => unknown;

export interface CellNote {
  readonly level: 'error' | 'warning';
  readonly message: string;
}

export type CellNotes = ReadonlyMap<string, CellNote>;

const noNotes: CellNotes = new Map();

/** The row as it would be after saving: what was typed, and what is computed from it. */
export function rowAfter(row: Row, edit: RowEdit, { computed, fields }: Follows, evaluate: EvaluateRow): Row {
  let after: Row = Object.assign({ ...row }, ...[...edit.cells.values()].map(({ values }) => values ?? {}));
  for (const { column, expr } of computed) {
    const found = evaluate(expr, { row: after, form: recordOf(after, fields) }) ?? null;
    if (!Object.is(found, after[column] ?? null)) after = { ...after, [column]: found };
  }
  return after;
}

/** Broken rules by the cell that tells them; those that nothing changed concerns are not asked, as the server asks them. */
export function notesOf(after: Row, edit: RowEdit, follows: Follows, evaluate: EvaluateRow): CellNotes {
  if (follows.checks.length === 0) return noNotes;
  const changed = new Set(
    Object.keys(after)
      .filter((column) => !Object.is(after[column] ?? null, edit.row[column] ?? null))
      .map((column) => follows.fields[column] ?? column),
  );
  const notes = new Map<string, CellNote>();
  const scope = { row: after, form: recordOf(after, follows.fields) };
  for (const { check, columns } of follows.checks) {
    const { when, expr, message, level, fields } = check;
    const reads = [fields, readsOf(expr), when ? readsOf(when) : []];
    if (!reads.some((some) => some === null || some.some((field) => changed.has(field)))) continue;
    if (when && evaluate(when, scope) !== true) continue;
    // Undecided, where a value is missing, passes.
    if (evaluate(expr, scope) !== false) continue;
    for (const column of columns)
      if (notes.get(column)?.level !== 'error') notes.set(column, { level, message });
  }
  return notes;
}

/** The row by the fields of its record. */
function recordOf(row: Row, fields: Follows['fields']): Row {
  const renamed = Object.entries(fields);
  if (renamed.length === 0) return row;
  return { ...row, ...Object.fromEntries(renamed.map(([column, field]) => [field, row[column] ?? null])) };
}

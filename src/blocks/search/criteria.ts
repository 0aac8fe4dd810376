// From what is filled in to criteria, and back. Pure, so that each rule has its case.
import type { Criterion, FieldCriterion } from '#src/core/entity.ts';
import type { SearchOperator } from '#src/core/operators.ts';
import { arityOf, type SearchField } from './definition.ts';

/** A criterion as it is filled in; an emptied one asks for nothing. */
export interface Entry {
  readonly fld: string;
  readonly op: SearchOperator;
  readonly val: unknown;
  /** What was typed is no value. */
  readonly problem?: string | undefined;
}

export type Read = { readonly criterion: FieldCriterion | null } | { readonly problem: string };

const nothing: Read = { criterion: null };

/** The criterion of one entry, null where nothing is asked, or what is wrong with it. */
export function readEntry({ fld, op, val, problem }: Entry, field: SearchField): Read {
  if (problem !== undefined) return { problem };
  const arity = arityOf(op);
  if (arity === 'none') return { criterion: { fld, op } };
  if (isBlank(val)) return nothing;
  if (arity === 'range') {
    const ends = Array.isArray(val) ? val : [null, null];
    return ends.every(isBlank)
      ? nothing
      : { criterion: { fld, op, val: [ends[0] ?? null, ends[1] ?? null] } };
  }
  if (arity === 'many') {
    const entries = Array.isArray(val) ? val : field.typedList ? splitTyped(String(val)) : [val];
    if (entries.length === 0) return nothing;
    const values = entries.map((entry) => typed(entry, field));
    const wrong = entries.find((_, i) => values[i] === undefined);
    return wrong === undefined
      ? { criterion: { fld, op, val: values } }
      : { problem: `"${String(wrong)}" is not a number. Separate several with commas.` };
  }
  const value = typed(val, field);
  return value === undefined
    ? { problem: `"${String(val)}" is not a number.` }
    : { criterion: { fld, op, val: value } };
}

export function splitTyped(text: string): readonly string[] {
  const parts = text.split(/[,;\n]/).map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}

// A value of a list or of a typed text, in the field's own type; undefined when it has none.
function typed(value: unknown, field: SearchField): unknown {
  if (typeof value !== 'string') return value;
  const trimmed = value.trim();
  if (field.valueType !== 'integer' && field.valueType !== 'number') return trimmed;
  const plain = trimmed.replaceAll(/[\s,]/g, '');
  const number = /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
  const fits = Number.isFinite(number) && (field.valueType === 'number' || Number.isSafeInteger(number));
  return fits ? number : undefined;
}

function isBlank(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** What an input shows for a criterion that was stored: several typed values are one text. */
export function entryOf({ fld, op, val }: FieldCriterion, field: SearchField): Entry {
  const shown =
    arityOf(op) === 'many' && field.typedList && Array.isArray(val) ? val.join(', ') : (val ?? null);
  return { fld, op, val: shown };
}

/** The value to keep when the operator changes: only what the new input can show. */
export function carryOver(entry: Entry, op: SearchOperator): Entry {
  const same = arityOf(entry.op) === arityOf(op) && entry.problem === undefined;
  return { fld: entry.fld, op, val: same ? entry.val : null };
}

/** The one id that the criteria name, when they name nothing else. */
export function onlyId(criteria: readonly Criterion[], key: string | null): string | null {
  const [only] = criteria;
  if (criteria.length !== 1 || !only || key === null || only.fld !== key) return null;
  if (only.op === 'eq') return String(only.val);
  return only.op === 'oneof' && Array.isArray(only.val) && only.val.length === 1 ? String(only.val[0]) : null;
}

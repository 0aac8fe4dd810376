// What follows from the values that somebody wrote: defaults, copies, dependent codes, computed values. Pure.
import type { Entity, EntityField } from '#src/core/entity.ts';
import { evaluateExpression } from '#src/core/expressions/evaluate.ts';
import type { Rejection } from '../problem.ts';
import type { Ground } from './ground.ts';
import type { Values } from './read.ts';
import { formScope } from './rules.ts';

/** What a new record begins with where nobody wrote something else. */
export function withDefaults(entity: Entity, given: Values): Values {
  const begun = Object.values(entity.fields).flatMap((field) =>
    field.default !== undefined && given[field.id] === undefined ? [[field.id, field.default] as const] : [],
  );
  const { life } = entity;
  return { ...Object.fromEntries(begun), ...given, ...(life ? { [life.field]: life.start } : {}) };
}

/** References to what is not there, or not for the caller to see. */
export function lostReferences(entity: Entity, written: Values, { referred }: Ground): readonly Rejection[] {
  return Object.entries(entity.refs ?? {}).flatMap(([id, target]) => {
    const number = written[id];
    if (typeof number !== 'number' || referred?.get(target)?.has(number)) return [];
    const title = entity.fields[id]?.title ?? id;
    return [{ pointer: `/${id}`, message: `${title}: ${number} does not exist, or you may not see it.` }];
  });
}

/** Copies of what the references of this change lead to: once, or anew where the field says so. */
export function copiedValues(entity: Entity, written: Values, making: boolean, { referred }: Ground): Values {
  const copies = Object.values(entity.fields).flatMap(({ id, from }) => {
    if (!from || written[from.ref] === undefined || !(making || from.reread)) return [];
    const target = entity.refs?.[from.ref] ?? '';
    const number = written[from.ref];
    const source = typeof number === 'number' ? referred?.get(target)?.get(number) : undefined;
    return [[id, source?.[from.field] ?? null] as const];
  });
  return Object.fromEntries(copies);
}

/**
 * Codes that depend on another field's: one under another parent, or under none, is refused at its field; where the
 * field above changes or is emptied and this one is not sent, it is emptied.
 */
export function dependentCodes(
  entity: Entity,
  before: Values,
  written: Values,
  { codes }: Ground,
): { readonly values: Values; readonly errors: readonly Rejection[] } {
  const values: { [field: string]: unknown } = {};
  const errors: Rejection[] = [];
  for (const field of Object.values(entity.fields)) {
    const { id, under } = field;
    if (under === undefined || (written[id] === undefined && written[under] === undefined)) continue;
    const after = { ...before, ...written };
    if (suits(field, after[id], after[under], codes)) continue;
    if (written[id] === undefined) values[id] = null;
    else {
      const above = entity.fields[under]?.title ?? under;
      const message =
        (after[under] ?? null) === null
          ? `${field.title}: "${String(written[id])}" needs its ${above.toLowerCase()}. Choose that first.`
          : `${field.title}: "${String(written[id])}" does not stand under this ${above.toLowerCase()}.`;
      errors.push({ pointer: `/${id}`, message });
    }
  }
  return { values, errors };
}

function suits(field: EntityField, code: unknown, above: unknown, codes: Ground['codes']): boolean {
  if ((code ?? null) === null) return true;
  const row = codes.get(field.codes ?? '')?.find((one) => one.code === String(code));
  return row?.parent === undefined || ((above ?? null) !== null && row.parent.includes(String(above)));
}

/**
 * Stored values that are computed, each after those that go into it. A save computes those alone that its change goes
 * into: what was computed by a rule of its day stands.
 */
export function computedValues(
  entity: Entity,
  after: Values,
  changed: ReadonlySet<string> | null,
  today: string,
): Values {
  const touched = new Set(changed ?? []);
  let record = after;
  const values: { [field: string]: unknown } = {};
  for (const { id, type, value } of inOrder(entity)) {
    const { reads } = value;
    if (changed && reads !== null && !reads.some((read) => touched.has(read))) continue;
    const found = evaluateExpression(value.expr, formScope(record, today));
    values[id] = type === 'integer' && typeof found === 'number' ? Math.round(found) : found;
    record = { ...record, [id]: values[id] };
    touched.add(id);
  }
  return values;
}

type Computed = EntityField & Required<Pick<EntityField, 'value'>>;

function inOrder(entity: Entity): readonly Computed[] {
  const computed = Object.values(entity.fields).filter(
    (field): field is Computed => field.value?.stored === true,
  );
  const ordered: Computed[] = [];
  const place = (field: Computed, path: ReadonlySet<string>): void => {
    if (ordered.includes(field) || path.has(field.id)) return;
    for (const other of computed)
      if (field.value.reads === null ? other.value.reads !== null : field.value.reads.includes(other.id))
        place(other, new Set([...path, field.id]));
    ordered.push(field);
  };
  for (const field of computed) place(field, new Set());
  return ordered;
}

/** What went into a computed value, as it was: kept beside it in the history. */
export function ingredientsOf(entity: Entity, id: string, record: Values): Values | null {
  const reads = entity.fields[id]?.value?.reads;
  return reads ? Object.fromEntries(reads.map((name) => [name, ingredient(entity, name, record)])) : null;
}

/** Of rows inside, their fields alone: not by which columns they belong to the record. */
function ingredient({ children }: Entity, name: string, record: Values): unknown {
  const value = record[name] ?? null;
  const fields = Object.keys(children?.[name]?.lines.fields ?? {});
  if (fields.length === 0 || !Array.isArray(value)) return value;
  return value.map((row: Values) => Object.fromEntries(fields.map((id) => [id, row[id] ?? null])));
}

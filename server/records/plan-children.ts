// Rows of another table inside a record: compared by their numbers, absent is removed. Pure.
import type { Entity, EntityChild } from '#src/core/entity.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { Rejection } from '../problem.ts';
import type { Surroundings } from './formats/format.ts';
import { formatOfField } from './formats/formats.ts';
import { lineFaults } from './formats/lines.ts';
import type { Values } from './read.ts';

export type ChildRows = { readonly [child: string]: readonly Values[] };

export interface ChildPlan {
  readonly child: EntityChild;
  readonly inserts: readonly Values[];
  readonly updates: readonly { readonly id: number; readonly before: Values; readonly values: Values }[];
  readonly removes: readonly Values[];
}

/** A child's rows as they are stored, or what is wrong; pointers begin at the record. */
export function admitChild(
  child: EntityChild,
  given: unknown,
  stored: readonly Values[],
  around: Surroundings,
): { readonly rows: readonly Values[] } | { readonly errors: readonly Rejection[] } {
  const { fields, minItems, maxItems } = child.lines;
  const wrong = (pointer: string, message: string): Rejection => ({
    pointer: `/${child.id}${pointer}`,
    message,
  });
  if (!Array.isArray(given) || !given.every(isJsonObject))
    return { errors: [wrong('', `${child.title}: A list of rows is needed.`)] };
  if (given.length < minItems)
    return { errors: [wrong('', `${child.title}: At least ${minItems} rows are needed.`)] };
  if (given.length > maxItems)
    return { errors: [wrong('', `${child.title}: At most ${maxItems} rows are accepted.`)] };
  const known = new Set(stored.map(({ id }) => id));
  const seen = new Set<unknown>();
  const errors = given.flatMap(({ id, ...row }, i) => {
    const faults = lineFaults(row, fields, (cell) => formatOfField(cell).parse, around);
    const found = faults.map(({ pointer, message }) => wrong(`/${i}${pointer}`, message));
    if (id !== undefined && !known.has(id))
      found.unshift(wrong(`/${i}/id`, 'This row is not there any more.'));
    if (id !== undefined && seen.has(id)) found.unshift(wrong(`/${i}/id`, 'This row stands here twice.'));
    seen.add(id);
    return found;
  });
  if (errors.length > 0) return { errors };
  const rows = given.map(({ id, ...row }, i) => ({
    ...(id === undefined ? {} : { id }),
    ...Object.fromEntries(
      Object.values(fields).map((cell) => {
        const parsed = formatOfField(cell).parse(row[cell.id] ?? null, cell, around);
        return [cell.id, 'value' in parsed ? parsed.value : null];
      }),
    ),
    ...(child.order === null ? {} : { [child.order]: i + 1 }),
  }));
  return { rows };
}

/** What has to be done so that the rows are these; null where they are already. */
export function planChild(
  child: EntityChild,
  stored: readonly Values[],
  rows: readonly Values[],
): ChildPlan | null {
  const before = new Map(stored.map((row) => [row.id, row]));
  const updates = rows.flatMap((row) => {
    const old = before.get(row.id);
    if (!old) return [];
    const values = Object.fromEntries(
      Object.entries(row).filter(([id, value]) => {
        const field = child.lines.fields[id];
        if (field) return !formatOfField(field).same(old[id] ?? null, value);
        return id === child.order && old[id] !== value;
      }),
    );
    return Object.keys(values).length > 0 ? [{ id: Number(row.id), before: old, values }] : [];
  });
  const inserts = rows.filter(({ id }) => id === undefined);
  const kept = new Set(rows.map(({ id }) => id));
  const removes = stored.filter(({ id }) => !kept.has(id));
  return inserts.length + updates.length + removes.length > 0 ? { child, inserts, updates, removes } : null;
}

export function childrenOf(entity: Entity): readonly EntityChild[] {
  return Object.values(entity.children ?? {});
}

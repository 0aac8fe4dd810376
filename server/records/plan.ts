import type { Entity } from '#src/core/entity.ts';
import type { NumberSeries } from '#src/core/entity-parts.ts';
import type { Caller } from '../access/caller.ts';
import type { AuditEntry } from '../database/audit.ts';
import { admit, missingValues } from './admit.ts';
import { isForced, type Versioned } from './conflict.ts';
import { formatOfField } from './formats/formats.ts';
import type { Ground } from './ground.ts';
import type { Held } from './hold.ts';
import { refuseLocked } from './locked.ts';
import { type ChildPlan, type ChildRows, planChild } from './plan-children.ts';
import type { Values } from './read.ts';
import { type Rejected, rejected } from './rejected.ts';
import { brokenRules } from './rules.ts';
import {
  computedValues,
  copiedValues,
  dependentCodes,
  ingredientsOf,
  lostReferences,
  withDefaults,
} from './settle.ts';

export interface Change extends Versioned {
  readonly request_id?: string;
  readonly [field: string]: unknown;
}

/** A number that is given while the record is written. */
export interface WantedNumber {
  readonly field: string;
  readonly series: NumberSeries;
  /** The part of the series, e.g. a district or a year; empty: the series has one. */
  readonly part: string;
}

/** What is to be written of one record; made without a database. */
export interface Plan {
  readonly entity: Entity;
  readonly action: 'insert' | 'update' | 'delete';
  /** Null where the table numbers its rows. */
  readonly id: number | null;
  readonly fromVersion: number | null;
  /** Columns that get another value; none, and no rows inside: nothing is written. */
  readonly values: Values;
  readonly children: readonly ChildPlan[];
  readonly numbers: readonly WantedNumber[];
  /** What went into the values that were computed, by field. */
  readonly ingredients: Values;
  /** The stored row. */
  readonly before: Values;
  /** The whole record, rows inside included; null after for one that goes, before for a new one. */
  readonly record: { readonly before: Values | null; readonly after: Values | null };
  readonly forced: boolean;
  readonly district: string | null;
  readonly synthetic: boolean;
  readonly requestId: string | null;
  /** Where the change stands among those that came with it, as the beginning of a pointer. */
  readonly at?: string;
  /** What the history tells instead of the columns, where those are nobody's to read. */
  readonly told?: AuditEntry['fields'];
}

export type Who = Pick<Caller, 'id' | 'perms'>;

/** The plan of a save: admit, compare, settle what follows, rules. Pure; the version was compared before. */
export function planSave(
  entity: Entity,
  held: Held,
  change: Change,
  caller: Who,
  ground: Ground,
): Plan | Rejected {
  const locked = refuseLocked(entity, held, ground, 'changed');
  if (locked) return locked;
  const admitted = admit(entity, change, false, caller, ground, held.children);
  if ('errors' in admitted) return admitted;
  const written = changedValues(entity, held.row, admitted.values);
  const settled = settle(entity, held, written, admitted.children, ground, admitted.values);
  if ('errors' in settled) return settled;
  const values = { ...settled.values, ...reopened(entity, held, settled) };
  return { ...planOf(entity, 'update', held), ...settled, values, forced: isForced(change, held.version) };
}

/** The state to which a change of these fields leads back by itself. */
function reopened({ life }: Entity, held: Held, { values, children }: Settled): Values {
  if (!life?.reopens?.from.includes(String(held.row[life.field] ?? ''))) return {};
  const changed = new Set([...Object.keys(values), ...children.map(({ child }) => child.id)]);
  return life.reopens.fields.some((id) => changed.has(id)) ? { [life.field]: life.reopens.to } : {};
}

/** The plan of a new record; what it is about, e.g. its district, is chosen once: here. */
export function planCreate(entity: Entity, change: Change, caller: Who, ground: Ground): Plan | Rejected {
  const admitted = admit(entity, change, true, caller, ground);
  if ('errors' in admitted) return admitted;
  const begun = withDefaults(entity, admitted.values);
  const missing = missingValues(entity, begun);
  if (missing.length > 0) return rejected('invalid-request', missing);
  const settled = settle(entity, null, begun, admitted.children, ground);
  if ('errors' in settled) return settled;
  const { values } = settled;
  return {
    ...planOf(entity, 'insert', null),
    ...settled,
    // A column without a value takes the table's own default.
    values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
    numbers: wantedNumbers(entity, values, ground.today),
    requestId: change.request_id ?? null,
  };
}

export function planRemove(entity: Entity, held: Held, ground: Ground): Plan | Rejected {
  const locked = refuseLocked(entity, held, ground, 'deleted');
  if (locked) return locked;
  const children = Object.values(entity.children ?? {}).flatMap(
    (child) => planChild(child, held.children[child.id] ?? [], []) ?? [],
  );
  return { ...planOf(entity, 'delete', held), children };
}

type Settled = Pick<Plan, 'values' | 'children' | 'ingredients' | 'record'>;

/** What follows from what was written, and whether the record may stand so; `sent` holds what was sent and is the same, too. */
export function settle(
  entity: Entity,
  held: Held | null,
  written: Values,
  rows: ChildRows,
  ground: Ground,
  sent: Values = written,
): Settled | Rejected {
  const lost = lostReferences(entity, written, ground);
  const before = held?.whole ?? {};
  const copied = { ...written, ...copiedValues(entity, written, held === null, ground) };
  const codes = dependentCodes(entity, before, { ...sent, ...copied }, ground);
  const wrong = [...lost, ...codes.errors];
  if (wrong.length > 0) return rejected('refused', wrong);
  const children = Object.entries(rows).flatMap(([id, after]) => {
    const child = entity.children?.[id];
    return (child && planChild(child, held?.children[id] ?? [], after)) ?? [];
  });
  const values = { ...copied, ...codes.values };
  const names = new Set([...Object.keys(values), ...children.map(({ child }) => child.id)]);
  const record = { ...before, ...(held?.children ?? {}), ...rows, ...values };
  const computed =
    held && names.size === 0 ? {} : computedValues(entity, record, held && names, ground.today);
  const after = { ...record, ...computed };
  const all = { ...values, ...(held ? changedValues(entity, held.row, computed) : computed) };
  const changed = new Set([...names, ...Object.keys(all)]);
  const broken = held && changed.size === 0 ? [] : brokenRules(entity, after, held && changed, ground.today);
  if (broken.length > 0) return rejected('refused', broken);
  const ingredients = Object.fromEntries(
    Object.keys(all).flatMap((id) => {
      const from = ingredientsOf(entity, id, after);
      return from ? [[id, from] as const] : [];
    }),
  );
  return { values: all, children, ingredients, record: { before: recordOf(held), after } };
}

function wantedNumbers(entity: Entity, values: Values, today: string): readonly WantedNumber[] {
  return Object.values(entity.fields).flatMap(({ id, number }) => {
    if (!number) return [];
    const part =
      number.per === 'year' ? today.slice(0, 4) : number.per ? String(values[number.per] ?? '') : '';
    return [{ field: id, series: number, part }];
  });
}

export function planOf(entity: Entity, action: Plan['action'], held: Held | null): Plan {
  return {
    entity,
    action,
    id: held?.id ?? null,
    fromVersion: held?.version ?? null,
    values: {},
    children: [],
    numbers: [],
    ingredients: {},
    record: { before: recordOf(held), after: null },
    before: held ? { ...held.row, ...(action === 'delete' ? held.children : {}) } : {},
    forced: false,
    district: held?.district_code ?? null,
    synthetic: held?.synthetic ?? false,
    requestId: null,
  };
}

function recordOf(held: Held | null): Values | null {
  return held && { ...held.whole, ...held.row, ...held.children };
}

export function changedValues(entity: Entity, stored: Values, given: Values): Values {
  return Object.fromEntries(
    Object.entries(given).filter(([id, value]) => {
      const field = entity.fields[id];
      return field && !formatOfField(field).same(stored[id] ?? null, value);
    }),
  );
}

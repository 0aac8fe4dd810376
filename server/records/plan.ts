import type { Entity } from '#src/core/entity.ts';
import type { Caller } from '../access/caller.ts';
import { admit, missingValues } from './admit.ts';
import { isForced, type Versioned } from './conflict.ts';
import { formatOfField } from './formats/formats.ts';
import type { Held } from './hold.ts';
import type { Values } from './read.ts';
import { type Rejected, rejected } from './rejected.ts';
import { brokenRules } from './rules.ts';
import type { Ground } from './served.ts';

export interface Change extends Versioned {
  readonly request_id?: string;
  readonly [field: string]: unknown;
}

/** What is to be written of one record; made without a database. */
export interface Plan {
  readonly entity: Entity;
  readonly action: 'insert' | 'update' | 'delete';
  /** Null where the table numbers its rows. */
  readonly id: number | null;
  readonly fromVersion: number | null;
  /** Columns that get another value; none: nothing is written. */
  readonly values: Values;
  /** The stored row. */
  readonly before: Values;
  readonly forced: boolean;
  readonly district: string | null;
  readonly synthetic: boolean;
  readonly requestId: string | null;
}

export type Who = Pick<Caller, 'id' | 'perms'>;

/** The plan of a save: admit, compare, rules. Pure; the version was compared before. */
export function planSave(
  entity: Entity,
  held: Held,
  change: Change,
  caller: Who,
  ground: Ground,
): Plan | Rejected {
  const admitted = admit(entity, change, false, caller, ground);
  if ('errors' in admitted) return admitted;
  const values = changedValues(entity, held.row, admitted.values);
  const names = new Set(Object.keys(values));
  const broken = names.size > 0 ? brokenRules(entity, { ...held.whole, ...values }, names, ground.today) : [];
  if (broken.length > 0) return rejected('refused', broken);
  return { ...planOf(entity, 'update', held), values, forced: isForced(change, held.version) };
}

/** The plan of a new record; what it is about, e.g. its district, is chosen once: here. */
export function planCreate(entity: Entity, change: Change, caller: Who, ground: Ground): Plan | Rejected {
  const admitted = admit(entity, change, true, caller, ground);
  if ('errors' in admitted) return admitted;
  const { values } = admitted;
  const missing = missingValues(entity, values);
  if (missing.length > 0) return rejected('invalid-request', missing);
  const broken = brokenRules(entity, values, null, ground.today);
  if (broken.length > 0) return rejected('refused', broken);
  return {
    entity,
    action: 'insert',
    id: null,
    fromVersion: null,
    // A column without a value takes the table's own default.
    values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
    before: {},
    forced: false,
    district: null,
    synthetic: false,
    requestId: change.request_id ?? null,
  };
}

export function planRemove(entity: Entity, held: Held): Plan {
  return planOf(entity, 'delete', held);
}

function planOf(entity: Entity, action: Plan['action'], held: Held): Plan {
  return {
    entity,
    action,
    id: held.id,
    fromVersion: held.version,
    values: {},
    before: held.row,
    forced: false,
    district: held.district_code,
    synthetic: held.synthetic,
    requestId: null,
  };
}

function changedValues(entity: Entity, stored: Values, given: Values): Values {
  return Object.fromEntries(
    Object.entries(given).filter(([id, value]) => {
      const field = entity.fields[id];
      return field && !formatOfField(field).same(stored[id] ?? null, value);
    }),
  );
}

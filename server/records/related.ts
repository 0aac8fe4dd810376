import { isCompared } from '#src/core/compared.ts';
import type { Criterion, Entity } from '#src/core/entity.ts';
import type { Alike } from '#src/core/entity-parts.ts';
import { longestPlaceName, placeField, withinText } from '#src/core/place.ts';
import { type Caller, whoOf } from '../access/caller.ts';
import type { DatabaseClient } from '../database/client.ts';
import { quoted } from '../database/json-page.ts';
import { criteriaConditions } from './criteria.ts';
import { placeOf } from './near.ts';
import { notThere, readRecord, type Values } from './read.ts';
import type { RecordServer } from './served.ts';
import { labelOf } from './told.ts';

/** Records that refer to one: how many the caller sees, and the search that finds just these. */
export interface Related {
  readonly list: string;
  /** First segment of its routes. */
  readonly prefix: string;
  /** What several of them are called, and one. */
  readonly title: string;
  readonly singular: string;
  readonly field: string;
  readonly fieldTitle: string;
  readonly count: number;
  readonly criteria: readonly Criterion[];
  /** Of as few as stand side by side their numbers. */
  readonly ids?: readonly number[];
  /** Records like this one, not such as refer to it: `fieldTitle` says in what. */
  readonly alike?: true;
  /** Of what lies near it: how far that is. */
  readonly metres?: number;
}

export function relatedRecords(
  { database, definitions }: RecordServer,
  caller: Caller,
  entity: Entity,
  id: number,
  /** How far is near; what the type says without it. */
  metres: number = entity.position?.metres ?? 0,
): Promise<readonly Related[]> {
  const { entities } = definitions.current();
  const referring = [...entities.values()]
    .filter(({ record }) => !record.own && caller.perms.has(record.permissions.view))
    .flatMap((other) =>
      Object.entries(other.refs ?? {}).flatMap(([field, target]) => {
        const permission = other.fields[field]?.permission ?? null;
        const seen = permission === null || caller.perms.has(permission);
        return target === entity.id && seen ? [{ other, field }] : [];
      }),
    );
  const near = (entity.position?.near ?? []).flatMap((name) => {
    const other = entities.get(name);
    return other && caller.perms.has(other.record.permissions.view) ? [other] : [];
  });
  return database.read(whoOf(caller), {}, async (client) => {
    const record = await readRecord(client, entity, caller, id);
    if (!record) throw notThere(entity, id);
    const found = [
      ...referring.map(({ other, field }) => referringHere(other, field, id)),
      ...(entity.alike ?? []).flatMap((alike) => likeThis(entity, alike, record, caller)),
      ...(await nearThis(client, entity, { id, label: labelOf(entity, id, record) }, metres, near)),
    ];
    if (found.length === 0) return [];
    const counts = await ofEach<number>(client, found, 'count(*)::integer');
    const few = found.map((_, n) => isCompared(counts.get(n) ?? 0));
    const numbers = few.includes(true)
      ? await ofEach<readonly number[]>(client, found, 'json_agg(id order by id)', few)
      : new Map<number, readonly number[]>();
    return found.map(({ entity: of, ...item }, n) => {
      const ids = numbers.get(n);
      return {
        list: of.record.list,
        prefix: of.record.prefix,
        title: of.plural ?? of.title,
        singular: of.singular ?? of.title,
        count: counts.get(n) ?? 0,
        ...item,
        ...(ids ? { ids } : {}),
      };
    });
  });
}

/** What is asked of the records of each search, by the search's place; of those alone that are `wanted`. */
async function ofEach<Value>(
  client: DatabaseClient,
  found: readonly Counted[],
  asked: string,
  wanted: readonly boolean[] = found.map(() => true),
): Promise<ReadonlyMap<number, Value>> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const parts = found.flatMap(({ entity, criteria }, n) => {
    if (wanted[n] !== true) return [];
    const where = criteriaConditions(criteria, entity, bind).join(' and ');
    return [`select ${n} as n, ${asked} as value from ${quoted(entity.record.view)} where ${where}`];
  });
  const { rows } = await client.query<{ n: number; value: Value }>(parts.join(' union all '), values);
  return new Map(rows.map(({ n, value }) => [n, value]));
}

type Counted = Pick<Related, 'field' | 'fieldTitle' | 'criteria' | 'alike' | 'metres'> & {
  readonly entity: Entity;
};

function referringHere(other: Entity, field: string, id: number): Counted {
  const fieldTitle = other.fields[field]?.title ?? field;
  return { entity: other, field, fieldTitle, criteria: [{ fld: field, op: 'eq', val: id }] };
}

/** The search for records like this one; none where it lacks a value, or the caller may not see one. */
function likeThis(
  entity: Entity,
  { title, fields, near }: Alike,
  record: Values,
  caller: Caller,
): readonly Counted[] {
  const names = near ? [...fields, near.field] : fields;
  const known = names.every((name) => {
    const permission = entity.fields[name]?.permission ?? null;
    const value = record[name];
    return (
      (permission === null || caller.perms.has(permission)) &&
      value !== null &&
      value !== undefined &&
      value !== ''
    );
  });
  if (!known) return [];
  const same = fields.map((name): Criterion => {
    // A code is compared as it is written, which its index serves; words in whatever case.
    const code = entity.fields[name]?.search.includes('oneof') === true;
    return code
      ? { fld: name, op: 'oneof', val: [record[name]] }
      : { fld: name, op: 'eq', val: record[name] };
  });
  const about = near ? Number(record[near.field]) : 0;
  const criteria: readonly Criterion[] = near
    ? [
        ...same,
        {
          fld: near.field,
          op: 'between',
          val: [1 - near.share, 1 + near.share].map((share) => rounded(about * share)),
        },
      ]
    : same;
  return [{ entity, field: names.join(' '), fieldTitle: title, criteria, alike: true }];
}

/** The searches for what lies near this one, itself among them; none where nobody knows where it lies. */
async function nearThis(
  client: DatabaseClient,
  entity: Entity,
  { id, label }: { readonly id: number; readonly label: string },
  metres: number,
  types: readonly Entity[],
): Promise<readonly Counted[]> {
  const place = types.length === 0 ? null : await placeOf(client, entity, id);
  if (!place) return [];
  const val = { ...place, metres, of: label.slice(0, longestPlaceName) };
  const criteria: readonly Criterion[] = [{ fld: placeField, op: 'within', val }];
  const fieldTitle = withinText(metres);
  return types.map((other) => ({
    entity: other,
    field: placeField,
    fieldTitle,
    criteria,
    alike: true,
    metres,
  }));
}

/** To whole units where there are some: the ends of the range are read by a person. */
function rounded(value: number): number {
  return Math.abs(value) >= 10 ? Math.round(value) : value;
}

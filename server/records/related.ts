import type { Criterion, Entity } from '#src/core/entity.ts';
import { type Caller, whoOf } from '../access/caller.ts';
import { quoted } from '../database/json-page.ts';
import { notThere, readRecord } from './read.ts';
import type { RecordServer } from './served.ts';

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
}

export function relatedRecords(
  { database, definitions }: RecordServer,
  caller: Caller,
  entity: Entity,
  id: number,
): Promise<readonly Related[]> {
  const referring = [...definitions.current().entities.values()]
    .filter(({ record }) => !record.own && caller.perms.has(record.permissions.view))
    .flatMap((other) =>
      Object.entries(other.refs ?? {}).flatMap(([field, target]) => {
        const permission = other.fields[field]?.permission ?? null;
        const seen = permission === null || caller.perms.has(permission);
        return target === entity.id && seen ? [{ other, field }] : [];
      }),
    );
  return database.read(whoOf(caller), {}, async (client) => {
    if (!(await readRecord(client, entity, caller, id))) throw notThere(entity, id);
    if (referring.length === 0) return [];
    const counts = referring.map(
      ({ other, field }, n) =>
        `select ${n} as n, count(*)::integer as count from ${quoted(other.record.view)} where ${quoted(field)} = $1::bigint`,
    );
    const { rows } = await client.query<{ n: number; count: number }>(counts.join(' union all '), [id]);
    return referring.map(({ other, field }, n) => ({
      list: other.record.list,
      prefix: other.record.prefix,
      title: other.plural ?? other.title,
      singular: other.singular ?? other.title,
      field,
      fieldTitle: other.fields[field]?.title ?? field,
      count: rows.find((row) => row.n === n)?.count ?? 0,
      criteria: [{ fld: field, op: 'eq', val: id }],
    }));
  });
}

import type { Entity, EntityField } from '#src/core/entity.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { Caller } from '../access/caller.ts';
import type { DatabaseClient } from '../database/client.ts';
import { Problem } from '../problem.ts';
import { readableFields, recordJson } from './record-fields.ts';

/** A record by its fields: as it is stored, sent or answered. */
export type Values = { readonly [field: string]: unknown };

export function notThere(entity: Entity, id: number): Problem {
  return new Problem('not-found', `${entity.title} ${id} does not exist, or you may not see it.`);
}

/** A record as this caller may see it; whatever answers one, answers it by this. */
export async function readRecord(
  client: DatabaseClient,
  entity: Entity,
  caller: Caller,
  id: number,
): Promise<Values | null> {
  return (await readRecords(client, entity, caller, [id])).get(id) ?? null;
}

export function readRecords(
  client: DatabaseClient,
  entity: Entity,
  caller: Caller,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Values>> {
  return readFields(client, entity, readableFields(entity, caller), ids);
}

/** Records with fields that their reader may not see: for the rules alone, never for an answer. */
export function readWhole(
  client: DatabaseClient,
  entity: Entity,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Values>> {
  return readFields(client, entity, Object.values(entity.fields), ids);
}

/** The named fields alone, for whoever has decided that they may be read. */
export async function readFields(
  client: DatabaseClient,
  entity: Entity,
  fields: readonly EntityField[],
  ids: readonly number[],
): Promise<ReadonlyMap<number, Values>> {
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<{ id: number; record: string }>(
    recordJson(entity, fields, '"id" = any($1::bigint[])'),
    [ids],
  );
  return new Map(
    rows.map(({ id, record }) => {
      const values: unknown = JSON.parse(record);
      return [id, isJsonObject(values) ? values : {}];
    }),
  );
}

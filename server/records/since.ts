import type { Entity } from '#src/core/entity.ts';
import type { DatabaseClient } from '../database/client.ts';
import type { Values } from './read.ts';

/** What the audit tells of the fields that were changed after a version, with the value each has now; by record. */
export async function changesSince(
  client: DatabaseClient,
  { record }: Entity,
  read: readonly { readonly id: number; readonly version: number }[],
): Promise<ReadonlyMap<number, Values>> {
  const { rows } = await client.query<{ id: number; fields: Values }>(
    `select r.id::bigint as id, jsonb_object_agg(f.key, f.value -> 'new' order by a.id) as fields
     from jsonb_to_recordset($2::jsonb) as r (id bigint, version integer)
     join audit a on a.table_name = $1::text and a.row_id = r.id and a.action = 'update' and a.from_version >= r.version
     cross join lateral jsonb_each(a.fields) as f
     group by r.id`,
    [record.table, JSON.stringify(read)],
  );
  return new Map(rows.map(({ id, fields }) => [id, fields]));
}

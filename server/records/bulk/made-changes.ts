import type { Entity } from '#src/core/entity.ts';
import type { DatabaseClient } from '../../database/client.ts';
import type { AuditRow } from '../history.ts';

export type MadeChange = Pick<AuditRow, 'action' | 'fields'>;

/** The changes that made these versions of records, as the audit has them; by record. */
export async function madeChanges(
  client: DatabaseClient,
  { record }: Entity,
  versions: readonly { readonly id: number; readonly version: number }[],
): Promise<ReadonlyMap<number, MadeChange>> {
  const { rows } = await client.query<MadeChange & { id: number; [column: string]: unknown }>(
    `select r.id::bigint as id, a.action, a.fields
     from jsonb_to_recordset($2::jsonb) as r (id bigint, version integer)
     join audit a on a.table_name = $1::text and a.row_id = r.id and coalesce(a.from_version, 0) = r.version - 1
       and a.action in ('insert', 'update')`,
    [record.table, JSON.stringify(versions)],
  );
  return new Map(rows.map(({ id, action, fields }) => [id, { action, fields }]));
}

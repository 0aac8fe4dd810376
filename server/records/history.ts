import type { Entity } from '#src/core/entity.ts';
import { isJsonObject } from '#src/core/values.ts';
import { type Caller, whoOf } from '../access/caller.ts';
import type { AuditedField } from '../database/audit.ts';
import type { DatabaseClient } from '../database/client.ts';
import { childrenOf } from './plan-children.ts';
import { notThere, readRecord, type Values } from './read.ts';
import { readableFields } from './record-fields.ts';
import type { RecordServer } from './served.ts';

export interface AuditRow {
  readonly id: number;
  readonly at: string;
  readonly user_id: number | null;
  readonly user_name: string | null;
  readonly action: 'insert' | 'update' | 'delete';
  readonly from_version: number | null;
  readonly forced: boolean;
  readonly fields: { readonly [field: string]: AuditedField };
  readonly [column: string]: unknown;
}

/** What was done to a record, the newest first, with the fields that the caller may read. */
export function recordHistory(server: RecordServer, caller: Caller, entity: Entity, id: number) {
  const readable = readableFields(entity, caller);
  const names = new Set([...readable, ...childrenOf(entity)].map(({ id: name }) => name));
  const who = whoOf(caller);
  return server.database.read(who, {}, async (client) => {
    if (!(await readRecord(client, entity, caller, id))) throw notThere(entity, id);
    const rows = await auditRows(client, entity, id);
    return rows.map(({ fields, ...entry }) => ({
      ...entry,
      fields: [...readable, ...childrenOf(entity)].flatMap(({ id: name, title }) => {
        const entry = Object.hasOwn(fields, name) ? fields[name] : undefined;
        if (!entry) return [];
        const from = entry.from === undefined ? {} : { from: pruned(entry.from, names) };
        return [{ id: name, title, old: entry.old ?? null, new: entry.new ?? null, ...from }];
      }),
    }));
  });
}

/** Of what went into a computed value, what the caller may read. */
function pruned(from: unknown, names: ReadonlySet<string>): Values {
  return isJsonObject(from)
    ? Object.fromEntries(Object.entries(from).filter(([name]) => names.has(name)))
    : {};
}

export async function auditRows(
  client: DatabaseClient,
  { record }: Entity,
  id: number,
): Promise<readonly AuditRow[]> {
  const { rows } = await client.query<AuditRow>(
    `select a.id, a.at, a.user_id, u.full_name as user_name, a.action, a.from_version, a.forced, a.fields
     from audit a left join app_user u on u.id = a.user_id
     where a.table_name = $1::text and a.row_id = $2::bigint order by a.id desc limit 1000`,
    [record.table, id],
  );
  return rows;
}

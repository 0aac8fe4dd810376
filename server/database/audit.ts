import type { DatabaseClient } from './client.ts';

export interface AuditedField {
  readonly old: unknown;
  readonly new: unknown;
  /** Of a computed value: what went into it. */
  readonly from?: unknown;
}

export interface AuditEntry {
  readonly table: string;
  readonly id: number;
  readonly action: 'insert' | 'update' | 'delete';
  readonly fromVersion: number | null;
  readonly fields: { readonly [field: string]: AuditedField };
  readonly forced: boolean;
  readonly district: string | null;
  readonly synthetic: boolean;
}

/** Who, when, what and from which version, in the transaction of what it tells of; one statement for any number. */
export async function writeAudits(
  client: DatabaseClient,
  userId: number,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await client.query(
    `insert into audit (user_id, table_name, row_id, action, from_version, fields, forced, district_code, synthetic)
     select $1::bigint, e."table", e.id, e.action, e."fromVersion", e.fields, e.forced, e.district, e.synthetic
     from jsonb_to_recordset($2::jsonb) as e ("table" text, id bigint, action text, "fromVersion" integer, fields jsonb,
       forced boolean, district text, synthetic boolean)`,
    [userId, JSON.stringify(entries)],
  );
}

export function writeAudit(client: DatabaseClient, userId: number, entry: AuditEntry): Promise<void> {
  return writeAudits(client, userId, [entry]);
}

// The row of a file in the list of files, and its log, in the transaction that writes what the file says.
import type { Entity } from '#src/core/entity.ts';
import type { DatabaseClient } from '../../database/client.ts';
import type { ReadyImport } from '../../definitions/definitions.ts';
import type { Stamp } from '../file-rows.ts';
import type { ImportCounts } from '../summary.ts';
import type { TableFile } from './table-file.ts';

/** A row of the log: of a line, or with `field` of a field that it changes. */
export interface Fate {
  readonly line: number | null;
  readonly district_code: string | null;
  readonly action: string;
  readonly item_id: number | null;
  readonly field: string | null;
  readonly old_value: string | null;
  readonly new_value: string | null;
  readonly message: string | null;
  /** Of the record after this file, on one line of the record: what an undo takes back. */
  readonly version: number | null;
}

const rowsAtOnce = 10_000;

export async function beginFile(
  client: DatabaseClient,
  kind: ReadyImport,
  { data, form, rows }: TableFile,
  { userId, jobId }: Stamp,
  dryRun: boolean,
): Promise<number> {
  const { rows: made } = await client.query<{ id: number }>(
    `insert into import_file (name, archive, kind, layout, size, sha256, state, read_count, job_id, uploaded_by, created_by,
       finished_at, letters)
     values ($1::text, $2::text, $3::text, $4::text, $5::bigint, $6::text, $7::text, $8::integer, $9::bigint, $10::bigint,
       $10::bigint, clock_timestamp(), $11::text)
     returning id`,
    [
      data.name,
      data.source === data.name ? null : data.source,
      kind.id,
      form,
      data.size,
      data.sha,
      dryRun ? 'dry_run' : 'done',
      rows.count,
      jobId,
      userId,
      rows.letters,
    ],
  );
  return made[0]?.id ?? 0;
}

export async function endFile(
  client: DatabaseClient,
  { record }: Entity,
  id: number,
  fates: readonly Fate[],
  { userId }: Stamp,
): Promise<void> {
  for (let from = 0; from < fates.length; from += rowsAtOnce)
    await client.query(
      `insert into import_log (file_id, line_no, district_code, item_type, item_id, action, field, old_value, new_value,
         message, severity, version)
       select $1::bigint, r.line, r.district_code, $2::text, r.item_id, r.action, r.field, r.old_value, r.new_value, r.message,
         case when r.action in ('conflict', 'skipped') then 'warning' else 'info' end, r.version
       from rows from (jsonb_to_recordset($3::jsonb) as (line integer, district_code text, item_id bigint, action text,
         field text, old_value text, new_value text, message text, version integer)) with ordinality
         r (line, district_code, item_id, action, field, old_value, new_value, message, version, place)
       order by r.place`,
      [id, record.itemType, JSON.stringify(fates.slice(from, from + rowsAtOnce))],
    );
  const counts = countsOf(fates, 0);
  const districts = [...new Set(fates.flatMap(({ district_code }) => district_code ?? []))].sort();
  await client.query(
    `with told as (
       update import_file set new_count = $2::integer, changed_count = $3::integer, same_count = $4::integer,
         conflict_count = $5::integer, skipped_count = $6::integer, districts = $7::text[]
       where id = $1::bigint returning *
     )
     insert into audit (user_id, table_name, row_id, action, fields, district_code)
     select $8::bigint, 'import_file', id, 'insert', jsonb_build_object(
       'name', jsonb_build_object('new', name), 'sha256', jsonb_build_object('new', sha256),
       'new_count', jsonb_build_object('new', new_count), 'changed_count', jsonb_build_object('new', changed_count),
       'conflict_count', jsonb_build_object('new', conflict_count)),
       case when cardinality(districts) = 1 then districts[1] end
     from told where state = 'done'`,
    [
      id,
      counts.new,
      counts.changed,
      counts.same,
      counts.conflict,
      countOf(fates, 'skipped'),
      districts,
      userId,
    ],
  );
}

const countOf = (fates: readonly Fate[], what: string) =>
  fates.filter(({ action, field, line }) => action === what && field === null && line !== null).length;

export function countsOf(fates: readonly Fate[], read: number): ImportCounts {
  return {
    read,
    new: countOf(fates, 'new'),
    changed: countOf(fates, 'changed'),
    same: countOf(fates, 'same'),
    conflict: countOf(fates, 'conflict'),
  };
}

import type { OwnerClient } from '#server/database/client.ts';
import type { ReadFile } from './read-file.ts';
import type { ImportRefusal } from './refusal.ts';

export interface Stamp {
  readonly userId: number | null;
  readonly jobId: number | null;
}

export interface SeenFile {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
}

/** Files imported and in force, by the checksum of their bytes. */
export async function filesInForce(
  client: OwnerClient,
  shas: readonly string[],
): Promise<ReadonlyMap<string, SeenFile>> {
  const { rows } = await client.query<SeenFile & { sha256: string; [column: string]: unknown }>(
    "select sha256, id, name, kind from import_file where state = 'done' and sha256 = any ($1)",
    [shas],
  );
  return new Map(rows.map((row) => [row.sha256, { id: row.id, name: row.name, kind: row.kind }]));
}

/** Ids for files to come; one that is not used leaves a gap. */
export async function takeFileIds(client: OwnerClient, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence('import_file', 'id')) as id from generate_series(1, $1::integer)`,
    [count],
  );
  return rows.map((row) => row.id);
}

export async function insertDone(
  client: OwnerClient,
  files: readonly (ReadFile & { readonly id: number })[],
  stamp: Stamp,
): Promise<void> {
  if (files.length === 0) return;
  await client.query(
    `insert into import_file (id, name, archive, kind, layout, size, sha256, districts, download_at, state, read_count,
       job_id, uploaded_by, created_by, finished_at)
     overriding system value
     select f.id, f.name, f.archive, 'PSI', f.layout, f.size, f.sha256, f.districts, f.download_at, 'done',
       f.read_count, $2, $3, $3, clock_timestamp()
     from jsonb_to_recordset($1) as f (id bigint, name text, archive text, layout text, size bigint, sha256 text,
       districts text[], download_at timestamp, read_count integer)`,
    [
      JSON.stringify(
        files.map((file) => ({
          id: file.id,
          name: file.data.name,
          archive: archiveOf(file.data),
          layout: file.header.layout,
          size: file.data.size,
          sha256: file.data.sha,
          districts: file.header.district_code === null ? [] : [file.header.district_code],
          download_at: file.header.downloaded_at,
          read_count: file.counts.b,
        })),
      ),
      stamp.jobId,
      stamp.userId,
    ],
  );
}

/** A refused file or upload: named in the list of files and in the log, nothing of it kept. */
export async function insertRefused(
  client: OwnerClient,
  refused: {
    readonly name: string;
    readonly source: string;
    readonly sha: string | null;
    readonly size: number;
    /** Sales without it. */
    readonly kind?: string | null;
  },
  refusal: ImportRefusal,
  stamp: Stamp,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `with made as (
       insert into import_file (name, archive, size, sha256, state, error_count, problem, job_id, uploaded_by,
         created_by, finished_at, kind)
       values ($1, $2, $3, $4, 'failed', 1, $5, $6, $7, $7, clock_timestamp(), coalesce($9::text, 'PSI')) returning id
     )
     insert into import_log (file_id, line_no, action, message, severity)
     select id, $8::integer, 'error', $5, 'error' from made returning file_id as id`,
    [
      refused.name,
      archiveOf(refused),
      refused.size,
      refused.sha,
      refusal.message,
      stamp.jobId,
      stamp.userId,
      refusal.line > 0 ? refusal.line : null,
      refused.kind ?? null,
    ],
  );
  return rows[0]?.id ?? 0;
}

/** The one trace of a file that is in force already. */
export async function logSeen(
  client: OwnerClient,
  seen: readonly { readonly id: number; readonly source: string }[],
): Promise<void> {
  if (seen.length === 0) return;
  await client.query(
    `insert into import_log (file_id, action, message)
     select s.id, 'skipped', 'Seen before: the same bytes came again as ' || s.source || '. Nothing changed.'
     from jsonb_to_recordset($1) as s (id bigint, source text)`,
    [JSON.stringify(seen)],
  );
}

function archiveOf(file: { readonly name: string; readonly source: string }): string | null {
  return file.source === file.name ? null : file.source;
}

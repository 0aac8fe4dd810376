import type { OwnerClient } from '#server/database/client.ts';
import type { JobEnd } from '#server/jobs/job-kind.ts';
import type { StoredUpload } from './uploads.ts';

const OPEN = "kind = 'UPLOAD' and state in ('queued', 'processing')";

/** Each upload has a row of its own in the list of files until its files have theirs. */
export async function insertUploads(
  client: OwnerClient,
  job: {
    readonly id: number;
    readonly userId: number;
    readonly dryRun: boolean;
    readonly kind: string | null;
  },
  uploads: readonly StoredUpload[],
): Promise<void> {
  await client.query(
    `insert into import_file (name, kind, size, state, job_id, uploaded_by, created_by, options)
     select u.name, 'UPLOAD', u.size, 'queued', $2, $3, $3, jsonb_build_object('dry_run', $4::boolean, 'kind', $5::text)
     from jsonb_to_recordset($1::jsonb) as u (name text, size bigint)`,
    [JSON.stringify(uploads), job.id, job.userId, job.dryRun, job.kind],
  );
}

export async function beginUploads(client: OwnerClient, jobId: number): Promise<void> {
  await client.query(`update import_file set state = 'processing' where job_id = $1 and ${OPEN}`, [jobId]);
}

/** The upload's row gives way to those of its files; it stays where it tells what they do not. */
export async function endUploads(client: OwnerClient, jobId: number, end: JobEnd): Promise<void> {
  if (end.state === 'failed') {
    await client.query(
      `update import_file set state = 'failed', problem = $2, error_count = 1, finished_at = now()
       where job_id = $1 and ${OPEN}`,
      [jobId, end.problem],
    );
    return;
  }
  const begun = end.result !== undefined;
  const seen = countIn(end.result, 'seen');
  const foreign = countIn(end.result, 'foreign');
  // Nothing of the upload was for this person: that is no success.
  const nothing = foreign > 0 && foreign === countIn(end.result, 'files');
  const told = [
    ...(end.state === 'cancelled' && begun ? ['Cancelled. What was imported until then is kept.'] : []),
    ...(seen > 0 ? [`Seen before, and nothing changed: ${seen} ${seen === 1 ? 'file' : 'files'}.`] : []),
    ...(foreign > 0
      ? [
          `Left out, because ${foreign === 1 ? 'its district is none' : 'their districts are none'} that you work in: ${foreign} ${foreign === 1 ? 'file' : 'files'}.`,
        ]
      : []),
    ...linesIn(end.result, 'notes'),
  ].join(' ');
  if (told === '' && begun) {
    await client.query(`delete from import_file where job_id = $1 and ${OPEN}`, [jobId]);
    return;
  }
  await client.query(
    `update import_file set state = $2, finished_at = now(), skipped_count = $3::integer, problem = $4
     where job_id = $1 and ${OPEN}`,
    [jobId, nothing ? 'failed' : end.state, seen + foreign, told === '' ? null : told],
  );
}

function linesIn(result: unknown, what: 'notes'): readonly string[] {
  if (typeof result !== 'object' || result === null) return [];
  const lines: unknown = Reflect.get(result, what);
  return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string').slice(0, 3) : [];
}

function countIn(result: unknown, what: 'files' | 'seen' | 'foreign'): number {
  if (typeof result !== 'object' || result === null) return 0;
  const count: unknown = Reflect.get(result, what);
  return typeof count === 'number' ? count : 0;
}

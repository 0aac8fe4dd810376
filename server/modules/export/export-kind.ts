// The job that makes an export, and what is told of its end.
import { isJsonObject } from '#src/core/values.ts';
import { notifyUser } from '../../access/notify.ts';
import { readCaller } from '../../access/read-caller.ts';
import type { OwnerClient } from '../../database/client.ts';
import { everywhere } from '../../database/transaction.ts';
import type { JobEnd, JobKind, JobRow } from '../../jobs/job-kind.ts';
import { jobsOfKinds } from '../../jobs/job-store.ts';
import { Problem } from '../../problem.ts';
import type { RecordServer } from '../../records/served.ts';
import type { DocumentMaker } from '../document/document-kind.ts';
import { EXPORT } from './asked.ts';
import { dropExport, exportFiles } from './kept-exports.ts';
import { makeExport } from './make-export.ts';

export interface ExportPayload {
  /** Stands in the row of the export as well. */
  readonly type: string;
  readonly districts: readonly string[];
  readonly base_date: string | null;
  readonly synthetic: boolean;
}

/** Exports wait for one another: two at once could both find the same items ready. */
const lane = { id: EXPORT, most: 1 };

export function exportKind(
  { dataDir }: { readonly dataDir: string },
  records: RecordServer | null,
  documents: DocumentMaker | null,
): JobKind {
  // What others began is told by their exports, to who sees all of the districts.
  const kind = { id: EXPORT, lane, mostOpen: 20, permission: 'admnU' };
  if (!records || !documents) return kind;
  const { database } = records;
  return {
    ...kind,
    run: async (job, { report, signal }) => {
      // Rights as they are now, not as they were when it was asked.
      const caller = job.created_by === null ? null : await readCaller(database, job.created_by);
      if (!caller) throw new Problem('not-allowed');
      const { rows } = await database.read(everywhere, {}, (client) =>
        client.query<{ id: number }>('select id from export_job where job_id = $1::bigint', [job.id]),
      );
      const id = rows[0]?.id;
      if (id === undefined) throw new Error(`Job ${job.id} belongs to no export.`);
      await makeExport({ ...records, dataDir, documents }, caller, id, { report, signal });
      return { result: { export_id: id } };
    },
    onEnd,
    // Half of a file, or one whose transaction was not kept.
    sweep: async () => {
      // The files first: one that another server makes meanwhile is none of these.
      const files = await exportFiles(dataDir);
      const open = await jobsOfKinds(database, [EXPORT]);
      if (open.some(({ state }) => state === 'running')) return;
      const { rows } = await database.read(everywhere, { dataset: 'both' }, (client) =>
        client.query<{ id: number }>("select id from export_job where state = 'READY'"),
      );
      const ready = new Set(rows.map(({ id }) => String(id)));
      for (const name of files) if (!ready.has(name)) await dropExport(dataDir, name);
    },
  };
}

interface Ended {
  readonly id: number;
  readonly type: string;
  readonly state: string;
  readonly filename: string | null;
  readonly error_count: number;
  readonly warn_count: number;
  readonly [column: string]: unknown;
}

/** A ready export stays ready, however its job ended: its file is there, and its items are sent. */
async function onEnd(client: OwnerClient, job: JobRow, end: JobEnd): Promise<void> {
  const problem = end.problem ?? (end.state === 'cancelled' ? 'It was cancelled. Nothing was sent.' : null);
  const { rows } = await client.query<Ended>(
    `update export_job set state = case when state = 'READY' then state else 'FAILED' end,
       problem = case when state = 'READY' then problem else coalesce(problem, $2::text) end,
       ended_at = coalesce(ended_at, clock_timestamp())
     where job_id = $1::bigint returning id, type, state, filename, error_count, warn_count`,
    [job.id, problem],
  );
  const [ended] = rows;
  if (!ended || job.created_by === null || (end.state === 'cancelled' && ended.state !== 'READY')) return;
  const failed = ended.state === 'FAILED';
  await notifyUser(client, job.created_by, 'EXPTDONE', {
    filename:
      ended.filename ?? (isJsonObject(job.payload) ? String(job.payload.title ?? ended.type) : ended.type),
    exportId: ended.id,
    // Whoever failed as a whole has at least the error that says why.
    error_count: failed ? Math.max(1, ended.error_count) : ended.error_count,
    warn_count: ended.warn_count,
  });
}

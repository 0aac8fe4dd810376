import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Database } from '#server/database/open-database.ts';
import { readJob } from '#server/jobs/job-store.ts';
import { createJobRunner, INTERRUPTED, type JobRunner } from '#server/jobs/runner.ts';
import {
  IMPORT_JOB,
  type ImportPayload,
  importJobHandler,
  isImportPayload,
  keepOwnerNames,
} from './import-job.ts';
import { type StoredUpload, storeUpload } from './uploads.ts';

export interface StartedImport {
  /** The upload's own row in the list of files. */
  readonly id: number;
  readonly job_id: number;
  readonly name: string;
  readonly size: number;
}

export interface ImportService {
  upload(
    name: string,
    stream: Readable,
    options: { readonly dryRun: boolean; readonly userId: number },
  ): Promise<StartedImport>;
  /** Runs the upload of a file again; null where its upload is not kept (imported from the shell). */
  repeat(fileId: number, userId: number): Promise<StartedImport | null>;
  /** False when the job has ended already. */
  cancel(jobId: number): Promise<boolean>;
  /** Failed marks on what a dead process left; run at every start. */
  recover(): Promise<void>;
  idle(): Promise<void>;
  close(): Promise<void>;
}

interface Server {
  readonly database: Database;
  readonly config: { readonly dataDir: string };
}

const services = new WeakMap<Database, ImportService>();

/** The one import service of a server; made when first asked for. */
export function importService(server: Server, log: (line: string) => void = () => undefined): ImportService {
  const known = services.get(server.database);
  if (known !== undefined) return known;
  const made = createImportService(server.database, server.config.dataDir, log);
  services.set(server.database, made);
  return made;
}

function createImportService(
  database: Database,
  dataDir: string,
  log: (line: string) => void,
): ImportService {
  const importUploads = importJobHandler({ database, dataDir, keepOwnerNames: keepOwnerNames() });
  const runner: JobRunner = createJobRunner({
    database,
    log,
    handlers: {
      [IMPORT_JOB]: async (job, context) => {
        await markUploads(database, job.id, "state = 'processing'");
        const outcome = await importUploads(job, context);
        await endUploads(database, job.id, outcome.cancelled === true, seenIn(outcome.result));
        return outcome;
      },
    },
    onFailed: (jobId, problem) => failUploads(database, [jobId], problem),
  });
  const begin = async (payload: ImportPayload, userId: number): Promise<StartedImport> => {
    const jobId = await runner.start(IMPORT_JOB, payload, userId, async (client, id) => {
      await client.query(
        `insert into import_file (name, kind, size, state, job_id, uploaded_by, created_by, options)
         select u.name, 'UPLOAD', u.size, 'queued', $2, $3, $3, jsonb_build_object('dry_run', $4::boolean)
         from jsonb_to_recordset($1::jsonb) as u (name text, size bigint)`,
        [JSON.stringify(payload.uploads), id, userId, payload.dryRun],
      );
    });
    const { rows } = await database.owner((client) =>
      client.query<{ id: number }>(
        "select id from import_file where job_id = $1 and kind = 'UPLOAD' order by id limit 1",
        [jobId],
      ),
    );
    const upload = payload.uploads[0] as StoredUpload;
    return { id: rows[0]?.id ?? 0, job_id: jobId, name: upload.name, size: upload.size };
  };
  return {
    upload: async (name, stream, { dryRun, userId }) => {
      const stored = await storeUpload(dataDir, name, stream);
      try {
        return await begin({ uploads: [stored], dryRun }, userId);
      } catch (error) {
        await rm(join(dataDir, 'uploads', stored.id), { force: true });
        throw error;
      }
    },
    repeat: async (fileId, userId) => {
      const { rows } = await database.owner((client) =>
        client.query<{ job_id: number | null }>('select job_id from import_file where id = $1', [fileId]),
      );
      const jobId = rows[0]?.job_id ?? null;
      const job = jobId === null ? null : await readJob(database, jobId);
      if (job === null || !isImportPayload(job.payload)) return null;
      return begin({ ...job.payload, dryRun: false }, userId);
    },
    cancel: async (jobId) => {
      const cancelled = await runner.cancel(jobId);
      // One that never began ends here; one that runs ends its row itself.
      const job = await readJob(database, jobId);
      if (cancelled && job?.state === 'cancelled')
        await markUploads(database, jobId, "state = 'cancelled', finished_at = now()");
      return cancelled;
    },
    recover: async () => {
      const dead = await runner.recover();
      await failUploads(database, dead, INTERRUPTED);
    },
    idle: () => runner.idle(),
    close: () => runner.close(),
  };
}

const OPEN = "kind = 'UPLOAD' and state in ('queued', 'processing')";

async function markUploads(database: Database, jobId: number, change: string): Promise<void> {
  await database.owner((client) =>
    client.query(`update import_file set ${change} where job_id = $1 and ${OPEN}`, [jobId]),
  );
}

async function failUploads(database: Database, jobIds: readonly number[], problem: string): Promise<void> {
  if (jobIds.length === 0) return;
  await database.owner((client) =>
    client.query(
      `update import_file set state = 'failed', problem = $2, error_count = 1, finished_at = now()
       where job_id = any ($1::bigint[]) and ${OPEN}`,
      [jobIds, problem],
    ),
  );
}

/** The upload's row gives way to those of its files; it stays where it tells what they do not. */
async function endUploads(
  database: Database,
  jobId: number,
  cancelled: boolean,
  seen: number,
): Promise<void> {
  const ended = cancelled ? 'cancelled' : 'done';
  const told = [
    ...(cancelled ? ['Cancelled. What was imported until then is kept.'] : []),
    ...(seen > 0 ? [`Seen before, and nothing changed: ${seen} ${seen === 1 ? 'file' : 'files'}.`] : []),
  ].join(' ');
  await database.owner((client) =>
    told === ''
      ? client.query(`delete from import_file where job_id = $1 and ${OPEN}`, [jobId])
      : client.query(
          `update import_file set state = $2, finished_at = now(), skipped_count = $3::integer, problem = $4
           where job_id = $1 and ${OPEN}`,
          [jobId, ended, seen, told],
        ),
  );
}

function seenIn(result: unknown): number {
  return typeof result === 'object' && result !== null && 'seen' in result && typeof result.seen === 'number'
    ? result.seen
    : 0;
}

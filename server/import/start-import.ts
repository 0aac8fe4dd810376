import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Database } from '#server/database/open-database.ts';
import type { DefinitionStore } from '#server/definitions/store.ts';
import { readJob } from '#server/jobs/job-store.ts';
import type { JobRunner } from '#server/jobs/runner.ts';
import { Problem } from '#server/problem.ts';
import { IMPORT_JOB, type ImportPayload, isImportPayload } from './import-job.ts';
import { insertUploads } from './upload-rows.ts';
import { type StoredUpload, storeUpload, uploadPath } from './uploads.ts';
import { tellUpload } from './wrong-file.ts';

export interface StartedImport {
  /** The upload's own row in the list of files. */
  readonly id: number;
  readonly job_id: number;
  readonly name: string;
  readonly size: number;
  /** What it is, by its content: a code of `importKind`. */
  readonly kind: string | null;
}

interface Server {
  readonly definitions: DefinitionStore;
  readonly database: Database;
  readonly config: { readonly dataDir: string };
  readonly jobs: Pick<JobRunner, 'start'>;
}

/** Stores an upload and queues its import; one that is known to belong elsewhere is refused. */
export async function importUpload(
  server: Server,
  name: string,
  stream: Readable,
  options: {
    readonly dryRun: boolean;
    readonly userId: number;
    readonly chosen: { readonly [option: string]: boolean };
    /** What it has to be; null: whatever it is. */
    readonly kind: string | null;
  },
): Promise<StartedImport> {
  const { dataDir } = server.config;
  const stored = await storeUpload(dataDir, name, stream);
  try {
    const source = { name: stored.name, path: uploadPath(dataDir, stored.id) };
    const definitions = server.definitions.current();
    const { kind, wrong, broken } = await tellUpload(source, options.kind, definitions);
    if (wrong !== null) throw new Problem('refused-file', wrong);
    if (options.kind !== null && kind === null && broken === null) {
      const title = definitions.imports.get(options.kind)?.title ?? options.kind;
      throw new Problem('refused-file', `This is not the file “${title}”, and nothing of it was taken.`);
    }
    const { dryRun, chosen } = options;
    const started = await begin(server, { uploads: [stored], dryRun, chosen, kind }, options.userId);
    if (started === null) throw new Error(`Upload ${stored.id} is being imported already.`);
    return started;
  } catch (error) {
    await rm(uploadPath(dataDir, stored.id), { force: true });
    throw error;
  }
}

/**
 * Queues the import of a file's upload once more. 'not kept' where its upload is not (imported from the shell),
 * 'open' while it is being imported.
 */
export async function repeatImport(
  server: Server,
  fileId: number,
  userId: number,
): Promise<StartedImport | 'not kept' | 'open'> {
  const { rows } = await server.database.owner(
    (client) =>
      client.query<{ job_id: number | null }>('select job_id from import_file where id = $1', [fileId]),
    { readOnly: true },
  );
  const jobId = rows[0]?.job_id ?? null;
  const job = jobId === null ? null : await readJob(server.database, jobId);
  if (job === null || !isImportPayload(job.payload)) return 'not kept';
  return (await begin(server, { ...job.payload, dryRun: false }, userId)) ?? 'open';
}

/** An upload is imported once at a time. */
async function begin(server: Server, payload: ImportPayload, userId: number): Promise<StartedImport | null> {
  const { uploads, dryRun, kind = null } = payload;
  const upload = uploads[0] as StoredUpload;
  const jobId = await server.jobs.start(IMPORT_JOB, {
    payload,
    userId,
    key: upload.id,
    also: (client, id) => insertUploads(client, { id, userId, dryRun, kind }, uploads),
  });
  if (jobId === null) return null;
  const { rows } = await server.database.owner(
    (client) =>
      client.query<{ id: number }>(
        "select id from import_file where job_id = $1 and kind = 'UPLOAD' order by id limit 1",
        [jobId],
      ),
    { readOnly: true },
  );
  return { id: rows[0]?.id ?? 0, job_id: jobId, name: upload.name, size: upload.size, kind };
}

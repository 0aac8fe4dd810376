import type { Database } from '#server/database/open-database.ts';
import type { JobHandler } from '#server/jobs/runner.ts';
import { notifyUser } from '#server/records/notifications.ts';
import { importFiles } from './import-files.ts';
import type { ImportSummary } from './summary.ts';
import { readUpload, type StoredUpload } from './uploads.ts';

/** The kind of job that imports uploads. */
export const IMPORT_JOB = 'import';

export interface ImportPayload {
  readonly uploads: readonly StoredUpload[];
  readonly dryRun: boolean;
}

export function isImportPayload(value: unknown): value is ImportPayload {
  return (
    typeof value === 'object' &&
    value !== null &&
    'uploads' in value &&
    Array.isArray(value.uploads) &&
    value.uploads.every(
      (each: unknown) => typeof each === 'object' && each !== null && 'id' in each && 'name' in each,
    ) &&
    'dryRun' in value &&
    typeof value.dryRun === 'boolean'
  );
}

/** The setting that keeps the names of owners which some files carry. */
export function keepOwnerNames(env: NodeJS.ProcessEnv = process.env): boolean {
  return env.CADASTRE_KEEP_OWNER_NAMES === '1' || env.CADASTRE_KEEP_OWNER_NAMES === 'true';
}

/** Imports a job's uploads in the background and tells who asked when it is done. */
export function importJobHandler(options: {
  readonly database: Pick<Database, 'owner'>;
  readonly dataDir: string;
  readonly keepOwnerNames: boolean;
}): JobHandler {
  return async (job, context) => {
    if (!isImportPayload(job.payload)) throw new Error(`Job ${job.id} names no uploads.`);
    const { uploads, dryRun } = job.payload;
    const summary = await importFiles(
      options.database,
      uploads.map((upload) => ({ name: upload.name, read: () => readUpload(options.dataDir, upload.id) })),
      { dryRun, keepOwnerNames: options.keepOwnerNames, userId: job.created_by, jobId: job.id },
      {
        isCancelled: context.isCancelled,
        onProgress: (progress) =>
          context.report(
            (99 * progress.files) / Math.max(1, progress.filesFound),
            `${progress.files} of ${progress.filesFound} files, ${progress.records} sales`,
          ),
      },
    );
    const result = resultOf(summary);
    if (job.created_by !== null) {
      const userId = job.created_by;
      await options.database.owner((client) =>
        notifyUser(client, userId, 'IMPTDONE', {
          files: uploads.map((upload) => upload.name),
          fails: result.fails,
          fileIds: result.fileIds.slice(0, 200),
          item_type: 'SA',
        }),
      );
    }
    return { cancelled: summary.cancelled, result };
  };
}

export interface ImportResult {
  readonly files: number;
  readonly fails: number;
  readonly seen: number;
  readonly fileIds: readonly number[];
  readonly counts: ImportSummary['counts'];
  readonly problems: readonly string[];
}

function resultOf(summary: ImportSummary): ImportResult {
  const problems = summary.files.flatMap((file) => (file.problem === null ? [] : [file.problem]));
  return {
    files: summary.files.length,
    fails: problems.length,
    seen: summary.files.filter((file) => file.state === 'seen').length,
    fileIds: [...new Set(summary.files.flatMap((file) => (file.id === null ? [] : [file.id])))],
    counts: summary.counts,
    problems: problems.slice(0, 100),
  };
}

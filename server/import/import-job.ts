import { notifyUser } from '#server/access/notify.ts';
import { readCaller } from '#server/access/read-caller.ts';
import type { OwnerClient } from '#server/database/client.ts';
import type { Database } from '#server/database/open-database.ts';
import type { JobHandler, JobKind, Lane } from '#server/jobs/job-kind.ts';
import { Problem } from '#server/problem.ts';
import type { RecordServer } from '#server/records/served.ts';
import { importFiles } from './import-files.ts';
import { type ImportSummary, notesOf } from './summary.ts';
import { beginUploads, endUploads } from './upload-rows.ts';
import { type StoredUpload, uploadPath } from './uploads.ts';

/** The kind of job that imports uploads. */
export const IMPORT_JOB = 'import';

export interface ImportPayload {
  readonly uploads: readonly StoredUpload[];
  readonly dryRun: boolean;
  /** Options of kinds other than sales. */
  readonly chosen?: { readonly [option: string]: boolean };
  /** What the upload was told to be when it came. */
  readonly kind?: string | null;
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

/** Imports of any origin wait for one another: each batch would otherwise wait inside of its transaction. */
const importLane: Lane = { id: 'import', most: 1 };

/** `npm run import`: the files lie where its shell is, so no server takes it. */
export const shellImport: JobKind = { id: 'import.shell', lane: importLane, permission: 'trxiU' };

/** Within the transaction that ends the job. */
type TellEnd = (
  client: OwnerClient,
  userId: number,
  names: readonly string[],
  result: ImportResult,
) => Promise<void>;

/** Imports a job's uploads in the background and tells who asked when it is done. */
export function importKind(
  options: {
    readonly database: Pick<Database, 'owner'>;
    readonly dataDir: string;
    readonly keepOwnerNames: boolean;
    /** Tells more than the notification, where there is a way. */
    readonly tellEnd?: TellEnd | null;
  },
  records: RecordServer | null = null,
): JobKind {
  const { database, dataDir } = options;
  const run: JobHandler = async (job, { report, signal }) => {
    if (!isImportPayload(job.payload)) throw new Error(`Job ${job.id} names no uploads.`);
    const { uploads, dryRun } = job.payload;
    // The districts of this moment, not of the moment when it was asked.
    const caller = job.created_by === null ? null : await readCaller(database, job.created_by);
    if (!caller) throw new Problem('not-allowed');
    await database.owner((client) => beginUploads(client, job.id));
    const summary = await importFiles(
      database,
      uploads.map((upload) => ({ name: upload.name, path: uploadPath(dataDir, upload.id) })),
      {
        dryRun,
        keepOwnerNames: options.keepOwnerNames,
        userId: caller.id,
        workDistricts: caller.workDistricts,
        jobId: job.id,
        ...(job.payload.chosen ? { chosen: job.payload.chosen } : {}),
      },
      {
        isCancelled: () => signal.aborted,
        onProgress: ({ files, filesFound, records, noun = 'sales' }) =>
          report(
            (99 * files) / Math.max(1, filesFound),
            `${Math.floor(files)} of ${filesFound} files, ${records} ${noun}`,
          ),
      },
      records && { server: records, caller },
    );
    return { cancelled: summary.cancelled, result: resultOf(summary) };
  };
  return {
    id: IMPORT_JOB,
    lane: importLane,
    permission: 'trxiU',
    run,
    onEnd: async (client, job, end) => {
      await endUploads(client, job.id, end);
      if (job.created_by === null || !isImportPayload(job.payload) || !isImportResult(end.result)) return;
      const names = job.payload.uploads.map(({ name }) => name);
      await notifyUser(client, job.created_by, 'IMPTDONE', {
        files: names,
        fails: end.result.failed,
        fileIds: end.result.fileIds.slice(0, 200),
        item_type: end.result.itemType,
      });
      await options.tellEnd?.(client, job.created_by, names, end.result);
    },
  };
}

function isImportResult(value: unknown): value is ImportResult {
  return typeof value === 'object' && value !== null && 'failed' in value && 'fileIds' in value;
}

export interface ImportResult {
  readonly files: number;
  readonly fails: number;
  /** Names of files that failed, the first of them. */
  readonly failed: readonly string[];
  readonly seen: number;
  /** Files of districts in which whoever imported does not work. */
  readonly foreign: number;
  readonly fileIds: readonly number[];
  /** What most of its files are about. */
  readonly itemType: string;
  readonly counts: ImportSummary['counts'];
  readonly problems: readonly string[];
  /** What took a slower way, and why; zones that nobody knows. */
  readonly notes: readonly string[];
}

const mostTold = 100;

function itemTypeOf({ files }: ImportSummary): string {
  const counts = new Map<string, number>();
  for (const { itemType = 'SA' } of files) counts.set(itemType, (counts.get(itemType) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 'SA';
}

function resultOf(summary: ImportSummary): ImportResult {
  const failed = summary.files.filter(({ problem }) => problem !== null);
  return {
    files: summary.files.length,
    fails: failed.length,
    failed: failed.slice(0, mostTold).map(({ name }) => name),
    seen: summary.files.filter((file) => file.state === 'seen').length,
    foreign: summary.files.filter((file) => file.state === 'foreign').length,
    fileIds: [...new Set(summary.files.flatMap((file) => (file.id === null ? [] : [file.id])))],
    itemType: itemTypeOf(summary),
    counts: summary.counts,
    problems: failed.slice(0, mostTold).flatMap(({ problem }) => problem ?? []),
    notes: notesOf(summary).slice(0, mostTold),
  };
}

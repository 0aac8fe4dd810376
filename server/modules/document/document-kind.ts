// Documents that are made in the background: their job, and the files that it leaves.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from '#src/core/values.ts';
import type { Caller } from '../../access/caller.ts';
import { notifyUser } from '../../access/notify.ts';
import { readCaller } from '../../access/read-caller.ts';
import type { Database } from '../../database/open-database.ts';
import type { JobContext, JobKind } from '../../jobs/job-kind.ts';
import { readJobsOf } from '../../jobs/job-store.ts';
import { Problem } from '../../problem.ts';
import type { DocumentAsk } from '../../reports/document/gather.ts';
import type { Turn } from '../../reports/document/turn.ts';
import type { Written } from '../../reports/write-export.ts';
import type { RowsAsk } from '../query/rows-ask.ts';
import type { CombinedAsk } from '../report/combined-ask.ts';

export const DOCUMENT = 'document';

export type DocumentFormat = 'pdf' | 'xlsx';
export type FileFormat = DocumentFormat | RowsAsk['format'];

interface Named {
  readonly title: string;
  readonly name: string;
}

/** A page on paper or as a workbook. */
export interface DocumentPayload extends Named {
  readonly ask: DocumentAsk;
  readonly format: DocumentFormat;
}

/** Several reports over several districts. */
export interface CombinedPayload extends Named {
  readonly combined: CombinedAsk;
  readonly format: DocumentFormat;
}

/** The rows of one of a page's sources. */
export interface RowsPayload extends Named {
  readonly rowsOf: RowsAsk;
  readonly format: RowsAsk['format'];
  /** As they were counted when it was asked. */
  readonly rows: number;
}

export interface MadeDocument {
  readonly bytes: Buffer;
  /** Pages, or sheets of a workbook. */
  readonly pages: number;
  /** Parts of it that say why they could not be computed. */
  readonly failed?: number;
}

/** The job's way to tell how far it is, and to hear that it is to stop. */
export interface RowsWork {
  readonly told: (share: number, what: string) => void;
  readonly signal: AbortSignal;
}

/** What makes them; whoever serves no pages has none. Filled when the server is put together. */
export interface DocumentMaker {
  make:
    | ((
        payload: DocumentPayload | CombinedPayload,
        caller: Caller,
        turn: Turn,
        signal: AbortSignal,
      ) => Promise<MadeDocument>)
    | null;
  writeRows:
    | ((path: string, payload: RowsPayload, caller: Caller, work: RowsWork) => Promise<Written>)
    | null;
}

export function isRowsPayload(value: unknown): value is RowsPayload {
  return isJsonObject(value) && isJsonObject(value.rowsOf) && typeof value.name === 'string';
}

export function isDocumentPayload(value: unknown): value is DocumentPayload | CombinedPayload | RowsPayload {
  return (
    isRowsPayload(value) ||
    (isJsonObject(value) &&
      (isJsonObject(value.ask) || isJsonObject(value.combined)) &&
      typeof value.name === 'string')
  );
}

/** Days that a file is kept. */
export const keptDays = 7;
/** Bytes of one person's files that are kept; beyond them the oldest go before their time. */
const keptBytes = 2 * 1024 * 1024 * 1024;
const passingDays = 1;

function folderOf(dataDir: string): string {
  return join(dataDir, 'documents');
}

export function documentPath(dataDir: string, job: number, format: FileFormat): string {
  return join(folderOf(dataDir), `${job}.${format}`);
}

/** A new path for what is sent at once; swept with the documents where it is left. */
export function passingPath(dataDir: string): string {
  mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 });
  return join(folderOf(dataDir), `${randomUUID()}.part`);
}

/** Files that have had their time. */
async function dropOld(dataDir: string, now: number): Promise<void> {
  const folder = folderOf(dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: now }));
    const days = name.endsWith('.part') ? passingDays : keptDays;
    if (now - mtimeMs > days * 86_400_000) await rm(join(folder, name), { force: true });
  }
}

/** The oldest files of whoever has too many; `size` is that of the one that has just been made. */
async function dropBeyond(database: Database, dataDir: string, userId: number, size: number): Promise<void> {
  let kept = size;
  for (const { id, state, payload, result } of await readJobsOf(database, userId, DOCUMENT, 1_000)) {
    if (state !== 'done' || !isDocumentPayload(payload)) continue;
    kept += isJsonObject(result) ? Number(result.size_bytes) || 0 : 0;
    if (kept > keptBytes) await rm(documentPath(dataDir, id, payload.format), { force: true });
  }
}

async function pageIn(
  path: string,
  payload: DocumentPayload | CombinedPayload,
  caller: Caller,
  { make }: DocumentMaker,
  { report, signal }: JobContext,
) {
  if (!make) throw new Error('Nothing here makes documents.');
  const turn: Turn = async (share, what) => {
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    report(share * 99, what);
  };
  const made = await make(payload, caller, turn, signal);
  await writeFile(path, made.bytes, { mode: 0o600 });
  const { pages, failed = 0 } = made;
  return { pages, size_bytes: made.bytes.length, ...(failed > 0 ? { failed } : {}) };
}

async function rowsIn(
  path: string,
  payload: RowsPayload,
  caller: Caller,
  { writeRows }: DocumentMaker,
  { report, signal }: JobContext,
) {
  if (!writeRows) throw new Error('Nothing here writes rows.');
  const told = (share: number, what: string) => {
    signal.throwIfAborted();
    report(share * 99, what);
  };
  const { rows, bytes, limited } = await writeRows(path, payload, caller, { told, signal });
  return { rows, size_bytes: bytes, ...(limited ? { limited } : {}) };
}

export function documentKind(
  { database, dataDir }: { readonly database: Database; readonly dataDir: string },
  maker: DocumentMaker | null,
): JobKind {
  const kind = { id: DOCUMENT, lane: { id: DOCUMENT, most: 2 }, mostOpen: 10, permission: 'admnU' };
  if (!maker) return kind;
  return {
    ...kind,
    repeats: true,
    run: async (job, context) => {
      if (!isDocumentPayload(job.payload)) throw new Error(`Job ${job.id} names no page.`);
      // Rights as they are now, not as they were when it was asked.
      const caller = job.created_by === null ? null : await readCaller(database, job.created_by);
      if (!caller) throw new Problem('not-allowed');
      const path = documentPath(dataDir, job.id, job.payload.format);
      const passing = passingPath(dataDir);
      let result: Awaited<ReturnType<typeof rowsIn> | ReturnType<typeof pageIn>>;
      try {
        result = isRowsPayload(job.payload)
          ? await rowsIn(passing, job.payload, caller, maker, context)
          : await pageIn(passing, job.payload, caller, maker, context);
        context.signal.throwIfAborted();
        await rename(passing, path);
      } finally {
        await rm(passing, { force: true });
      }
      await dropOld(dataDir, Date.now());
      await dropBeyond(database, dataDir, caller.id, result.size_bytes);
      return { result: { name: job.payload.name, ...result } };
    },
    onEnd: async (client, job, end) => {
      if (job.created_by === null || end.state === 'cancelled' || !isDocumentPayload(job.payload)) return;
      await notifyUser(client, job.created_by, 'EXPTDONE', {
        filename: job.payload.name,
        documentId: job.id,
        error_count: end.state === 'done' ? 0 : 1,
        warn_count: isJsonObject(end.result) ? Number(end.result.limited ?? end.result.failed) || 0 : 0,
      });
    },
    sweep: () => dropOld(dataDir, Date.now()),
  };
}

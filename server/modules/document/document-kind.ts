// Documents that are made in the background: their job, and the files that it leaves.
import { mkdirSync } from 'node:fs';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from '#src/core/values.ts';
import type { Caller } from '../../access/caller.ts';
import { readCaller } from '../../access/read-caller.ts';
import type { Database } from '../../database/open-database.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import { Problem } from '../../problem.ts';
import { notifyUser } from '../../records/notifications.ts';
import type { DocumentAsk } from '../../reports/document/gather.ts';
import type { Turn } from '../../reports/document/turn.ts';

export const DOCUMENT = 'document';

export type DocumentFormat = 'pdf' | 'xlsx';

export interface DocumentPayload {
  readonly ask: DocumentAsk;
  readonly format: DocumentFormat;
  readonly title: string;
  readonly name: string;
}

export interface MadeDocument {
  readonly bytes: Buffer;
  /** Pages, or sheets of a workbook. */
  readonly pages: number;
}

/** What makes them; whoever serves no pages has none. Filled when the server is put together. */
export interface DocumentMaker {
  make: ((payload: DocumentPayload, caller: Caller, turn: Turn) => Promise<MadeDocument>) | null;
}

export function isDocumentPayload(value: unknown): value is DocumentPayload {
  return isJsonObject(value) && isJsonObject(value.ask) && typeof value.name === 'string';
}

/** Days that a file is kept. */
export const keptDays = 7;

function folderOf(dataDir: string): string {
  return join(dataDir, 'documents');
}

export function documentPath(dataDir: string, job: number, format: DocumentFormat): string {
  return join(folderOf(dataDir), `${job}.${format}`);
}

async function dropOld(dataDir: string, now: number): Promise<void> {
  const folder = folderOf(dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > keptDays * 86_400_000) await rm(join(folder, name), { force: true });
  }
}

export function documentKind(
  { database, dataDir }: { readonly database: Database; readonly dataDir: string },
  maker: DocumentMaker | null,
): JobKind {
  const kind = { id: DOCUMENT, lane: { id: DOCUMENT, most: 2 }, permission: 'admnU' };
  if (!maker) return kind;
  return {
    ...kind,
    run: async (job, { report, signal }) => {
      if (!isDocumentPayload(job.payload)) throw new Error(`Job ${job.id} names no page.`);
      // Rights as they are now, not as they were when it was asked.
      const caller = job.created_by === null ? null : await readCaller(database, job.created_by);
      if (!caller) throw new Problem('not-allowed');
      if (!maker.make) throw new Error('Nothing here makes documents.');
      const { format, name } = job.payload;
      const made = await maker.make(job.payload, caller, async (share, what) => {
        await new Promise((resolve) => setImmediate(resolve));
        signal.throwIfAborted();
        report(share * 99, what);
      });
      mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 });
      const path = documentPath(dataDir, job.id, format);
      await writeFile(`${path}.part`, made.bytes, { mode: 0o600 });
      signal.throwIfAborted();
      await rename(`${path}.part`, path);
      await dropOld(dataDir, Date.now());
      return { result: { name, pages: made.pages, size_bytes: made.bytes.length } };
    },
    onEnd: async (client, job, end) => {
      if (job.created_by === null || end.state === 'cancelled' || !isDocumentPayload(job.payload)) return;
      await notifyUser(client, job.created_by, 'EXPTDONE', {
        filename: job.payload.name,
        documentId: job.id,
        error_count: end.state === 'done' ? 0 : 1,
        warn_count: 0,
      });
    },
    sweep: () => dropOld(dataDir, Date.now()),
  };
}

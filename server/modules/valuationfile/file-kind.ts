// The job that makes a valuation file, and the row that it leaves.
import { isJsonObject } from '#src/core/values.ts';
import type { Database } from '../../database/open-database.ts';
import { everywhere } from '../../database/transaction.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import { jobsOfKinds } from '../../jobs/job-store.ts';
import { dropLeftovers } from '../backup/try-restore.ts';
import { dropUnnamed, valuationFiles } from './valuation-files.ts';

export const VALUATION_FILE = 'valuationfile';
/** Mark of the databases that files are made in. */
export const scratchUse = 'file';

export interface FileAsk {
  readonly base_date: string;
  readonly dataset: 'real' | 'synthetic';
}

export interface MadeFile extends FileAsk {
  readonly sha256: string;
  readonly size_bytes: number;
  readonly members: number;
  readonly documents: number;
  readonly counts: { readonly [table: string]: number };
  readonly data_stamp: string;
  readonly as_at: string;
}

export interface FileWork {
  readonly told: (share: number, what: string) => void;
  readonly signal: AbortSignal;
}

/** What makes them; whoever serves no pages has none. Filled when the server is put together. */
export interface FileMaker {
  make: ((ask: FileAsk, work: FileWork) => Promise<MadeFile>) | null;
}

export function isFileAsk(value: unknown): value is FileAsk {
  return (
    isJsonObject(value) &&
    typeof value.base_date === 'string' &&
    (value.dataset === 'real' || value.dataset === 'synthetic')
  );
}

function isMade(value: unknown): value is MadeFile {
  return isFileAsk(value) && 'sha256' in value && typeof value.sha256 === 'string';
}

export function valuationFileKind(
  { database, dataDir }: { readonly database: Database; readonly dataDir: string },
  maker: FileMaker | null,
): JobKind {
  const kind = { id: VALUATION_FILE, lane: { id: VALUATION_FILE, most: 1 }, permission: 'admaU' };
  if (!maker) return kind;
  return {
    ...kind,
    run: async (job, { report, signal }) => {
      if (!isFileAsk(job.payload) || !maker.make) throw new Error(`Job ${job.id} names no year.`);
      const told = (share: number, what: string) => {
        signal.throwIfAborted();
        report(share * 99, what);
      };
      return { result: await maker.make(job.payload, { told, signal }) };
    },
    onEnd: async (client, job, { state, result }) => {
      if (state !== 'done' || !isMade(result)) return;
      await client.query(
        `insert into valuation_file (base_date, dataset, sha256, size_bytes, members, documents, counts, data_stamp, as_at, made_by)
         values ($1::date, $2::text, $3::text, $4::bigint, $5::integer, $6::integer, $7::jsonb, $8::text, $9::timestamptz, $10::bigint)
         on conflict on constraint valuation_file_key do update
         set data_stamp = excluded.data_stamp, made_at = now(), made_by = excluded.made_by`,
        [
          result.base_date,
          result.dataset,
          result.sha256,
          result.size_bytes,
          result.members,
          result.documents,
          JSON.stringify(result.counts),
          result.data_stamp,
          result.as_at,
          job.created_by,
        ],
      );
    },
    sweep: async () => {
      // The files first: one that another server makes meanwhile is none of these.
      const files = await valuationFiles(dataDir);
      const open = await jobsOfKinds(database, [VALUATION_FILE]);
      if (open.some(({ state }) => state === 'running')) return;
      const { rows } = await database.read(everywhere, { dataset: 'both' }, (client) =>
        client.query<{ sha256: string }>('select sha256 from valuation_file'),
      );
      await dropUnnamed(dataDir, files, new Set(rows.map(({ sha256 }) => sha256)));
      await dropLeftovers(database, VALUATION_FILE, scratchUse);
    },
  };
}

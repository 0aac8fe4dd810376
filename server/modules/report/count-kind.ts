// Counting the reports of a group in a district: a job, so that nobody waits for what all who see the district share.
import { isJsonObject } from '#src/core/values.ts';
import type { Caller } from '../../access/caller.ts';
import { readCaller } from '../../access/read-caller.ts';
import type { Database } from '../../database/open-database.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import { type Counted, keepCounts } from '../../jobs/keep-counts.ts';
import { Problem } from '../../problem.ts';

export const COUNTS = 'counts';

export interface CountPayload {
  readonly district: string;
  readonly dataset: 'real' | 'synthetic';
  readonly group: string;
  readonly severity: string | null;
}

export interface CountWork {
  readonly told: (share: number, what: string) => void;
  readonly signal: AbortSignal;
}

/** What counts; whoever serves no pages has none. Filled when the server is put together. */
export interface ReportCounter {
  count: ((payload: CountPayload, caller: Caller, work: CountWork) => Promise<Counted>) | null;
}

function isPayload(value: unknown): value is CountPayload {
  return isJsonObject(value) && typeof value.district === 'string' && typeof value.group === 'string';
}

export function countKind(database: Database, counter: ReportCounter | null): JobKind {
  const kind = { id: COUNTS, lane: { id: COUNTS, most: 1 }, permission: 'admnU' };
  if (!counter) return kind;
  return {
    ...kind,
    repeats: true,
    run: async (job, { report, signal }) => {
      const { payload } = job;
      if (!isPayload(payload) || !counter.count) throw new Error(`Job ${job.id} names nothing to count.`);
      const caller = job.created_by === null ? null : await readCaller(database, job.created_by);
      if (!caller) throw new Problem('not-allowed');
      const told = (share: number, what: string) => {
        signal.throwIfAborted();
        report(share * 99, what);
      };
      const counted = await counter.count(payload, caller, { told, signal });
      await keepCounts(database, payload, counted);
      return { result: { reports: counted.counts.length } };
    },
  };
}

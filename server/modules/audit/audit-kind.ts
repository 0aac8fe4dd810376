// Running the tests of the audit: a job, one after the other, that keeps what it found district by district.
import { isJsonObject } from '#src/core/values.ts';
import type { Caller } from '../../access/caller.ts';
import { readCaller } from '../../access/read-caller.ts';
import type { Database } from '../../database/open-database.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import { type Audited, keepAudit } from '../../jobs/keep-audit.ts';
import { Problem } from '../../problem.ts';

export const AUDIT = 'audit';

export interface AuditPayload {
  readonly districts: readonly string[];
  readonly tests: readonly number[];
  readonly dataset: 'real' | 'synthetic';
}

export interface AuditWork {
  readonly told: (share: number, what: string) => void;
  readonly signal: AbortSignal;
  /** Takes a district once all of it is measured. */
  readonly keep: (audited: Audited) => Promise<void>;
}

/** What measures; whoever serves no pages has none. Filled when the server is put together. */
export interface Auditor {
  run: ((payload: AuditPayload, caller: Caller, work: AuditWork) => Promise<void>) | null;
}

function isPayload(value: unknown): value is AuditPayload {
  return isJsonObject(value) && Array.isArray(value.districts) && Array.isArray(value.tests);
}

export function auditKind(database: Database, auditor: Auditor | null): JobKind {
  const kind = { id: AUDIT, lane: { id: AUDIT, most: 1 }, mostOpen: 10, permission: 'admaU' };
  if (!auditor) return kind;
  return {
    ...kind,
    repeats: true,
    run: async (job, { report, signal }) => {
      const { payload } = job;
      if (!isPayload(payload) || !auditor.run) throw new Error(`Job ${job.id} names nothing to measure.`);
      // Rights as they are now, not as they were when it was asked.
      const caller = job.created_by === null ? null : await readCaller(database, job.created_by);
      if (!caller) throw new Problem('not-allowed');
      const counts = { districts: 0, results: 0, failed: 0 };
      const told = (share: number, what: string) => {
        signal.throwIfAborted();
        report(share * 99, what);
      };
      const keep = async (audited: Audited) => {
        signal.throwIfAborted();
        await keepAudit(database, audited);
        counts.districts += 1;
        counts.results += audited.findings.length;
        counts.failed += audited.findings.filter(({ failed }) => failed).length;
      };
      await auditor.run(payload, caller, { told, signal, keep });
      return { result: counts };
    },
  };
}

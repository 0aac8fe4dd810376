import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { readJob } from '../../jobs/job-store.ts';
import { Problem } from '../../problem.ts';
import { BULK, type BulkPayload, isBulkPayload } from './bulk-payload.ts';

/** A change of many records that this person began; anybody else's is not there. */
export async function bulkJob(
  { database }: Context,
  caller: Caller,
  id: number,
): Promise<{ readonly payload: BulkPayload; readonly state: string }> {
  const job = await readJob(database, id);
  if (job?.kind !== BULK || job.created_by !== caller.id || !isBulkPayload(job.payload))
    throw new Problem('not-found', `You have not begun a change of many records with the number ${id}.`);
  return { payload: job.payload, state: job.state };
}

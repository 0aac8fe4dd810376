// Work that the server does as a job: from the call until the job has ended.
import type { Context } from '#server/context.ts';
import { readJob } from '#server/jobs/job-store.ts';
import { isJsonObject } from '#src/core/values.ts';

export interface EndedJob {
  readonly id: number;
  readonly seconds: number;
  readonly state: string;
  readonly result: { readonly [member: string]: unknown };
}

/** What takes longer than a moment is answered before it has ended. */
export async function untilEnded(
  context: Context,
  begin: () => Promise<Record<string, unknown>>,
): Promise<EndedJob> {
  const begun = performance.now();
  const answer = await begin();
  await context.jobs.idle();
  const seconds = (performance.now() - begun) / 1000;
  const id = Number(answer.job_id ?? answer.job ?? answer.id);
  const job = await readJob(context.database, id);
  const result = isJsonObject(job?.result) ? job.result : {};
  return {
    id,
    seconds,
    state: job?.problem ? `${job.state}: ${job.problem}` : (job?.state ?? 'gone'),
    result,
  };
}

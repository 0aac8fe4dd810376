import type { Context } from '../../context.ts';
import { IMPORT_JOB } from '../../import/import-job.ts';
import { type JobRow, readJob } from '../../jobs/job-store.ts';
import type { OperationHandler } from '../../operation.ts';
import { Problem } from '../../problem.ts';

export async function importJob(context: Context, id: number): Promise<JobRow> {
  const job = await readJob(context.database, id);
  if (job === null || !job.kind.startsWith(IMPORT_JOB)) throw new Problem('not-found');
  return job;
}

export const answerOf = ({ payload: _payload, ...told }: JobRow) => told;

export const handler: OperationHandler<{ params: { id: number } }> = async ({ params, context }) =>
  answerOf(await importJob(context, params.id));

import { importService } from '../../import/import-service.ts';
import type { OperationHandler } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { answerOf, importJob } from './get.ts';

export const handler: OperationHandler<{ params: { id: number } }> = async ({ params, context }) => {
  const job = await importJob(context, params.id);
  const cancelled = await importService(context).cancel(params.id);
  if (!cancelled)
    throw new Problem('refused', `Import ${params.id} is ${job.state} already and cannot be cancelled.`);
  return answerOf(await importJob(context, params.id));
};

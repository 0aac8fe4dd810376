import { visibleJob } from '../../jobs/visible-jobs.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';

/** Whoever may see a job may cancel it. */
export const handler: OperationHandler<'job.cancel'> = async (call) => {
  const { context, params } = call;
  const caller = signedIn(call);
  const job = await visibleJob(context, caller, params.id);
  if (!(await context.jobs.cancel(params.id)))
    throw new Problem('refused', `Job ${params.id} is ${job.state} already and cannot be cancelled.`);
  return visibleJob(context, caller, params.id);
};

import { visibleJob } from '../../jobs/visible-jobs.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';

export const handler: OperationHandler<'job.get'> = (call) =>
  visibleJob(call.context, signedIn(call), call.params.id);

import { type OperationHandler, signedIn } from '../../operation.ts';
import { visibleJob } from './visible-jobs.ts';

export const handler: OperationHandler<'job.get'> = (call) =>
  visibleJob(call.context, signedIn(call), call.params.id);

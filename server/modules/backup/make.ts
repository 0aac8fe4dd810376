import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { backupJobs, isOpen } from './backup-jobs.ts';
import { backupService, MAKE_BACKUP } from './backup-service.ts';

export const handler: OperationHandler = async (call) => {
  const { context } = call;
  const jobs = await context.database.owner(backupJobs);
  if (jobs.some((job) => job.kind === MAKE_BACKUP && isOpen(job)))
    throw new Problem('refused', 'A backup is being made already. Wait until it is done.');
  const caller = signedIn(call);
  const job_id = await backupService(context).make(caller.id, context.now());
  context.log.security('backup-made', { user: caller.id, job: job_id });
  return { job_id };
};

import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { statBackup } from './backup-files.ts';
import { backupJobs, isOpen } from './backup-jobs.ts';
import { backupService } from './backup-service.ts';

export const handler: OperationHandler<{ params: { id: string } }> = async (call) => {
  const { context, params } = call;
  if (!(await statBackup(context.config.dataDir, params.id))) throw new Problem('not-found');
  const jobs = await context.database.owner(backupJobs);
  if (jobs.some((job) => job.backup === params.id && isOpen(job)))
    throw new Problem('refused', 'This backup is being made or tried already. Wait until that is done.');
  return { job_id: await backupService(context).test(params.id, signedIn(call).id) };
};

import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { statBackup } from './backup-files.ts';
import { TEST_BACKUP } from './backup-kinds.ts';

export const handler: OperationHandler<'backup.test'> = async (call) => {
  const { context, params } = call;
  if (!(await statBackup(context.config.dataDir, params.id))) throw new Problem('not-found');
  const job_id = await context.jobs.start(TEST_BACKUP, {
    payload: { backup: params.id },
    userId: signedIn(call).id,
    key: params.id,
  });
  if (job_id === null)
    throw new Problem('refused', 'This backup is being tried already. Wait until that is done.');
  return { job_id };
};

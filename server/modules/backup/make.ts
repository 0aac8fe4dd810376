import { writeAudit } from '../../database/audit.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { newBackupName } from './backup-files.ts';
import { MAKE_BACKUP } from './backup-kinds.ts';

export const handler: OperationHandler<'backup.make'> = async (call) => {
  const { context } = call;
  const caller = signedIn(call);
  const backup = newBackupName(context.now());
  const job_id = await context.jobs.start(MAKE_BACKUP, {
    payload: { backup },
    userId: caller.id,
    key: 'all',
    also: (client, id) =>
      writeAudit(client, caller.id, {
        table: 'backup',
        id,
        action: 'insert',
        fromVersion: null,
        fields: { file: { old: null, new: backup } },
        forced: false,
        district: null,
        synthetic: false,
      }),
  });
  if (job_id === null) throw new Problem('refused', 'A backup is being made already. Wait until it is done.');
  context.log.security('backup-made', { user: caller.id, job: job_id });
  return { job_id };
};

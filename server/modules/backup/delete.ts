import { rm } from 'node:fs/promises';
import { whoOf } from '../../access/caller.ts';
import { writeAudit } from '../../database/audit.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { backupPath, statBackup } from './backup-files.ts';
import { backupJobs, isOpen } from './backup-jobs.ts';
import { MAKE_BACKUP } from './backup-kinds.ts';

export const handler: OperationHandler<'backup.delete'> = async (call) => {
  const { context, params } = call;
  const caller = signedIn(call);
  const { dataDir } = context.config;
  if (!(await statBackup(dataDir, params.id))) throw new Problem('not-found');
  const jobs = await backupJobs(context.database);
  const about = jobs.filter((job) => job.backup === params.id);
  if (about.some(isOpen))
    throw new Problem('refused', 'This backup is being made or tried. Wait until that is done.');
  await context.database.write(whoOf(caller), async (client) => {
    await writeAudit(client, caller.id, {
      table: 'backup',
      // Those made before a migration have no job.
      id: about.find((job) => job.kind === MAKE_BACKUP)?.id ?? 0,
      action: 'delete',
      fromVersion: null,
      fields: { file: { old: params.id, new: null } },
      forced: false,
      district: null,
      synthetic: false,
    });
    await rm(backupPath(dataDir, params.id));
  });
  context.log.security('backup-deleted', { user: caller.id, file: params.id, from: call.request.ip });
};

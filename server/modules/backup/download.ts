import { type OperationHandler, signedIn } from '../../operation.ts';
import { sendKept } from '../../plugins/kept-file.ts';
import { found, Problem } from '../../problem.ts';
import { backupPath, statBackup } from './backup-files.ts';

export const handler: OperationHandler<'backup.download'> = async (call) => {
  const { context, params, reply } = call;
  const { dataDir } = context.config;
  const file = await statBackup(dataDir, params.id);
  if (!file) throw new Problem('not-found');
  // All data of all people leaves the server with it.
  context.log.security('backup-downloaded', {
    user: signedIn(call).id,
    file: file.id,
    from: call.request.ip,
  });
  reply.type('application/gzip').header('content-disposition', `attachment; filename="${file.id}"`);
  return found(await sendKept(backupPath(dataDir, file.id), call.request, reply));
};

import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { sendKept } from '../../plugins/kept-file.ts';
import { Problem } from '../../problem.ts';
import { demandRight, exportRow, exportTypeOf } from './asked.ts';
import { exportPath } from './kept-exports.ts';

export const handler: OperationHandler<'export.download'> = async (call) => {
  const { context, params, request, reply } = call;
  const caller = signedIn(call);
  const row = await context.database.read(whoOf(caller), {}, (client) => exportRow(client, params.id));
  const type = exportTypeOf(context, row.type);
  demandRight(caller, type);
  const { id, state, filename } = row;
  if (state !== 'READY' || filename === null)
    throw new Problem('refused', `Export ${id} is not ready, so it has no file.`);
  reply
    .type(typeOf(filename, type.received !== null))
    .header('content-disposition', `attachment; filename="${filename}"`);
  const sent = await sendKept(exportPath(context.config.dataDir, id), request, reply);
  if (!sent) {
    reply.removeHeader('content-disposition');
    throw new Problem(
      'not-found',
      'The file of this export is no longer in the data folder. Put it back from a backup of the folder.',
    );
  }
  context.log.security('export-downloaded', { user: caller.id, export: id, from: request.ip });
  return sent;
};

/** A file that goes back as it was received is of no charset that we chose. */
function typeOf(filename: string, received: boolean): string {
  if (filename.endsWith('.zip')) return 'application/zip';
  return received ? 'application/octet-stream' : 'text/csv; charset=utf-8';
}

import { type OperationHandler, signedIn } from '../../operation.ts';
import { sendKept } from '../../plugins/kept-file.ts';
import { found, Problem } from '../../problem.ts';
import { datasetOf, demandAllDistricts, fileRows } from './asked.ts';
import { valuationPath } from './valuation-files.ts';

export const handler: OperationHandler<'valuationfile.download'> = async (call) => {
  const { context, params, reply } = call;
  const caller = signedIn(call);
  await demandAllDistricts(caller, context);
  const dataset = await datasetOf(caller, context);
  const file = found((await fileRows(dataset, caller, context)).find(({ id }) => id === params.id));
  const name = `valuation-file-${file.base_date.slice(0, 4)}-${file.id}.zip`;
  reply.type('application/zip').header('content-disposition', `attachment; filename="${name}"`);
  const sent = await sendKept(valuationPath(context.config.dataDir, file.id), call.request, reply);
  if (!sent) {
    reply.removeHeader('content-disposition');
    throw new Problem(
      'not-found',
      'This valuation file is no longer in the data folder. Put it back, or make it again.',
    );
  }
  // All districts leave the server with it.
  context.log.security('valuation-file-downloaded', {
    user: caller.id,
    file: file.id,
    from: call.request.ip,
  });
  return sent;
};

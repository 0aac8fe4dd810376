import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { databaseFault } from '../../reports/fault.ts';
import { xlsxType } from '../../reports/xlsx.ts';
import { makeDocument, mostAtOnce, nameOfDocument, rowsOfDocument } from './paper-server.ts';

export const handler: OperationHandler<'document.make'> = async (call) => {
  const { body, context, reply } = call;
  const caller = signedIn(call);
  const { format = 'pdf', ...ask } = body;
  const work = async () => {
    const { rows } = await rowsOfDocument(ask, format, caller, context);
    if (rows > mostAtOnce[format])
      throw new Problem(
        'refused',
        `This document has ${rows} rows, which takes a while. Begin it as a job: POST /documents/jobs.`,
      );
    return makeDocument(ask, format, caller, context);
  };
  const made = await context.exportTurns.run(caller.id, work).catch((error: unknown) => {
    throw databaseFault(error, { screen: body.screen, source: 'document' }, caller, context.log);
  });
  reply
    .header('x-cadastre-pages', String(made.pages))
    .header('content-disposition', `attachment; filename="${nameOfDocument(body.screen, format, context)}"`)
    .type(format === 'pdf' ? 'application/pdf' : xlsxType);
  return made.bytes;
};

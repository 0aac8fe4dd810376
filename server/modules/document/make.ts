import { type OperationHandler, signedIn } from '../../operation.ts';
import { xlsxType } from '../../reports/xlsx.ts';
import { makeAtOnce } from './make-at-once.ts';
import { nameOfDocument } from './paper-server.ts';

export const handler: OperationHandler<'document.make'> = async (call) => {
  const { body, context, reply } = call;
  const { format = 'pdf', ...ask } = body;
  const made = await makeAtOnce(ask, format, signedIn(call), context);
  reply
    .header('x-cadastre-pages', String(made.pages))
    .header('content-disposition', `attachment; filename="${nameOfDocument(body.screen, format, context)}"`)
    .type(format === 'pdf' ? 'application/pdf' : xlsxType);
  return made.bytes;
};

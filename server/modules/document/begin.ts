import { type OperationHandler, signedIn } from '../../operation.ts';
import { databaseFault } from '../../reports/fault.ts';
import { DOCUMENT, type DocumentPayload } from './document-kind.ts';
import { mostAtOnce, nameOfDocument, rowsOfDocument } from './paper-server.ts';

/** Only what takes a while becomes a job; the runs that were counted are kept and read by it. */
export const handler: OperationHandler<'document.begin'> = async (call) => {
  const { body, context } = call;
  const caller = signedIn(call);
  const { format = 'pdf', ...ask } = body;
  const { title, rows } = await context.exportTurns
    .run(caller.id, () => rowsOfDocument(ask, format, caller, context))
    .catch((error: unknown) => {
      throw databaseFault(error, { screen: body.screen, source: 'document' }, caller, context.log);
    });
  if (rows <= mostAtOnce[format]) return { long: false, job: null, rows };
  const name = nameOfDocument(body.screen, format, context);
  const payload: DocumentPayload = { ask, format, title, name };
  const key = `${caller.id} ${JSON.stringify([ask, format])}`;
  const job = await context.jobs.start(DOCUMENT, { payload, userId: caller.id, key });
  return { long: true, job, rows };
};

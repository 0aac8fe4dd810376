import { type OperationHandler, signedIn } from '../../operation.ts';
import { databaseFault } from '../../reports/fault.ts';
import { readerOf } from '../../reports/row-source.ts';
import { countExport } from '../../reports/write-export.ts';
import { DOCUMENT, type RowsPayload } from '../document/document-kind.ts';
import { mostAtOnce, nameOfRows, openRows, titleOfRows } from './rows-ask.ts';

/** Counts the rows of a file; only what takes a while becomes a job. */
export const handler: OperationHandler<'query.beginExport'> = async (call) => {
  const { body, context } = call;
  const caller = readerOf(body, signedIn(call), context);
  const of = await openRows(body, caller, context);
  const rows = await context.exportTurns
    .run(caller.id, () => countExport(of, caller, context))
    .catch((error: unknown) => {
      throw databaseFault(error, body, caller, context.log);
    });
  const long = rows > mostAtOnce[body.format];
  // A draft that is looked at leaves nothing behind: its file is refused where it is long.
  if (!long || caller.preview !== undefined) return { long: false, job: null, rows };
  const name = nameOfRows(body, context);
  const payload: RowsPayload = {
    rowsOf: body,
    format: body.format,
    title: await titleOfRows(body, caller, context),
    name,
    rows,
  };
  const key = `${caller.id} ${JSON.stringify(body)}`;
  const job = await context.jobs.start(DOCUMENT, { payload, userId: caller.id, key });
  return { long: true, job, rows };
};

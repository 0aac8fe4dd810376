import type { Context } from '../../context.ts';
import { waitedFor } from '../../database/waited-for.ts';
import { writeExport } from '../../reports/write-export.ts';
import { openRows } from '../query/rows-ask.ts';
import { makeCombined } from './make-combined.ts';
import { makeDocument } from './paper-server.ts';

/** How long a job may read: the rows of a whole state take minutes, and one statement without an end is not waited for. */
const longestReadingMs = 30 * 60_000;

/** What is under way in the database ends with the job. */
const stoppable = (context: Context, signal: AbortSignal): Context => ({
  ...context,
  signal,
  database: waitedFor(context.database, signal),
});

/** From here on jobs make documents: they ask what operations answer, which only a whole server knows. */
export function serveDocuments(context: Context): void {
  context.documents.make = (payload, caller, turn, signal) =>
    'combined' in payload
      ? makeCombined(payload, caller, stoppable(context, signal), turn)
      : makeDocument(payload.ask, payload.format, caller, context, turn);
  context.documents.writeRows = async (path, { rowsOf, rows: counted }, caller, { told, signal }) => {
    const server = stoppable(context, signal);
    const options = {
      timeoutMs: longestReadingMs,
      rows: counted,
      told: (written: number, rows: number) =>
        told(Math.min(1, written / Math.max(1, rows)), `Row ${written} of ${rows}`),
    };
    return writeExport(path, await openRows(rowsOf, caller, server), options, caller, server);
  };
}

import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { databaseFault } from '../../reports/fault.ts';
import { readerOf } from '../../reports/row-source.ts';
import { type ExportOf, writeExport } from '../../reports/write-export.ts';
import { xlsxType } from '../../reports/xlsx.ts';
import { passingPath } from '../document/document-kind.ts';
import { mostAtOnce, nameOfRows, openRows } from './rows-ask.ts';

function refuseLong({ wish }: ExportOf) {
  return (_written: number, rows: number) => {
    if (rows <= mostAtOnce[wish.format]) return;
    throw new Problem(
      'refused',
      `These are ${rows} rows, which takes a while. Begin the file as a job: POST /query/export/jobs.`,
    );
  };
}

/** The file's bytes; its name is gone as soon as it is open, so that nothing is left whatever becomes of the connection. */
function passing(path: string): Readable {
  return createReadStream(path).once('open', () => void rm(path, { force: true }));
}

export const handler: OperationHandler<'query.export'> = async (call) => {
  const { body, context, reply } = call;
  const caller = readerOf(body, signedIn(call), context);
  const of = await openRows(body, caller, context);
  const path = passingPath(context.config.dataDir);
  const { rows, bytes, limited } = await context.exportTurns
    .run(caller.id, () => writeExport(path, of, { told: refuseLong(of) }, caller, context))
    .catch((error: unknown) => {
      throw databaseFault(error, body, caller, context.log);
    });
  reply
    .header('x-cadastre-rows', String(rows))
    .header('x-cadastre-limited', String(limited))
    .header('content-length', String(bytes))
    .header('content-disposition', `attachment; filename="${nameOfRows(body, context)}"`)
    .type(body.format === 'csv' ? 'text/csv; charset=utf-8' : xlsxType);
  return passing(path);
};

import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';
import type { DocumentAsk } from '../../reports/document/gather.ts';
import { databaseFault } from '../../reports/fault.ts';
import type { DocumentFormat, MadeDocument } from './document-kind.ts';
import { makeDocument, mostAtOnce, rowsOfDocument } from './paper-server.ts';

/** A document while its reader waits, within their turns; one that takes a while is refused. */
export async function makeAtOnce(
  ask: DocumentAsk,
  format: DocumentFormat,
  caller: Caller,
  context: Context,
): Promise<MadeDocument & { readonly title: string }> {
  const work = async () => {
    const { rows, title } = await rowsOfDocument(ask, format, caller, context);
    if (rows > mostAtOnce[format])
      throw new Problem(
        'refused',
        `This document has ${rows} rows, which takes a while. Begin it as a job: POST /documents/jobs.`,
      );
    return { ...(await makeDocument(ask, format, caller, context)), title };
  };
  return context.exportTurns.run(caller.id, work).catch((error: unknown) => {
    throw databaseFault(error, { screen: ask.screen, source: 'document' }, caller, context.log);
  });
}

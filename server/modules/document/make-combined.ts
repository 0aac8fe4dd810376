import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';
import { mostTableRows } from '../../reports/document/collect.ts';
import { combinedPaper, gatherMany } from '../../reports/document/gather-many.ts';
import { makePdf, refuseTooLong } from '../../reports/document/make-pdf.ts';
import { makeWorkbook } from '../../reports/document/make-workbook.ts';
import type { Turn } from '../../reports/document/turn.ts';
import { databaseFault } from '../../reports/fault.ts';
import { planCombined } from '../report/plan-combined.ts';
import type { CombinedPayload, MadeDocument } from './document-kind.ts';
import { paperServer, scopeOf } from './paper-server.ts';

/** Rows of all sheets together, which are held at once. */
const mostRows = 200_000;

function refuseRows(format: CombinedPayload['format'], rows: number): void {
  if (format === 'pdf') refuseTooLong(combinedPaper, rows);
  else if (rows > mostRows)
    throw new Problem(
      'refused',
      `Its reports have more than ${mostRows} rows, which are the most of one workbook. Tick fewer of them, or fewer districts.`,
    );
}

/** By the rights of this moment: who may see less than when it was asked is refused. */
export async function makeCombined(
  { combined, format }: CombinedPayload,
  caller: Caller,
  context: Context,
  turn: Turn,
): Promise<MadeDocument> {
  const asked = await planCombined(combined, caller, context);
  const server = { ...paperServer(caller, context, mostTableRows[format]), turn };
  const gathered = await gatherMany(asked, caller, await scopeOf(caller, context), server, {
    told: (rows) => refuseRows(format, rows),
    problemOf: (error) =>
      databaseFault(error, { screen: 'combined', source: 'document' }, caller, context.log),
  });
  const made = await (format === 'pdf' ? makePdf : makeWorkbook)(gathered, caller.full_name, (share, what) =>
    turn(Math.max(0.6, share), what),
  );
  return { ...made, failed: gathered.failed };
}

import type { Scope } from '#src/core/scope.ts';
import { type Caller, whoOf } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { quoted } from '../../database/json-page.ts';
import { waitedFor } from '../../database/waited-for.ts';
import type { ReportCount } from '../../jobs/keep-counts.ts';
import { Problem } from '../../problem.ts';
import { inForce } from '../../reports/document/gather.ts';
import { databaseFault } from '../../reports/fault.ts';
import { openSource } from '../../reports/row-source.ts';
import { scopeOf } from '../document/paper-server.ts';
import type { CountPayload } from './count-kind.ts';
import { standingOf } from './count-stamp.ts';
import { type CountedReport, countedReports } from './counted-reports.ts';

type Numbers = Pick<ReportCount, 'found' | 'errors' | 'warnings'>;

async function countOf(
  report: CountedReport,
  { district, dataset }: CountPayload,
  caller: Caller,
  scope: Scope,
  context: Context,
  signal: AbortSignal,
): Promise<Numbers> {
  const { screen, source, severity } = report;
  const params = inForce(screen, { [report.district]: district }, scope);
  const ask = { screen: report.id, source, params, dataset };
  const rows = await openSource(ask, caller, context);
  const of = (letter: string) =>
    severity === null
      ? 'null::integer'
      : `count(*) filter (where ${quoted(severity)}::text = '${letter}')::integer`;
  const text = (from: string) =>
    `select count(*)::integer as found, ${of('E')} as errors, ${of('W')} as warnings from (${from}\n) q`;
  // Of the rows as they are now, beyond those of a page: no run of them is kept, and none that is kept is read.
  const [numbers] = await context.reportTurns
    .until(signal)
    .run(caller.id, () =>
      context.database.read(
        whoOf(caller),
        { dataset: rows.dataset, timeoutMs: 30_000 },
        async (client) =>
          (await client.query<Numbers & { readonly [column: string]: unknown }>(text(rows.text), rows.values))
            .rows,
      ),
    );
  if (!numbers) throw new Error('The statement of counts answered no row.');
  return { found: numbers.found, errors: numbers.errors, warnings: numbers.warnings };
}

/** Before the server serves, nothing counts; from then on jobs count by what its definitions say. */
export function serveCounts(context: Context): void {
  context.counter.count = async (payload, caller, { told, signal }) => {
    const server = { ...context, signal, database: waitedFor(context.database, signal) };
    const reports = countedReports(payload.group, payload.severity, caller, context);
    // Before it is counted: what changes meanwhile makes the count an old one.
    const { baseYear, stampOf } = await standingOf([payload.district], caller, context);
    const scope = await scopeOf(caller, context);
    const counts: ReportCount[] = [];
    for (const [i, report] of reports.entries()) {
      told(i / reports.length, `${report.title}: ${i + 1} of ${reports.length}`);
      const stamp = stampOf(payload.district, report.hash);
      const ask = { screen: report.id, source: report.source };
      const numbers = await countOf(report, payload, caller, scope, server, signal).catch(
        (error: unknown) => {
          const fault = databaseFault(error, ask, caller, context.log);
          // One that cannot be counted says so; the others are.
          if (!(fault instanceof Problem) || fault.status >= 500) throw fault;
          return { found: null, errors: null, warnings: null, problem: fault.message };
        },
      );
      counts.push({ problem: null, ...numbers, report: report.id, stamp });
    }
    return { baseYear, counts };
  };
}

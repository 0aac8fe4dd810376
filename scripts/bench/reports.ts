// Every report on an office of 200,000 properties, for its largest district and for all: the first page of each of its
// sources through HTTP, computed anew, beside its SQL alone. Warm, one at a time.
import { whoOf } from '#server/access/caller.ts';
import { scopeOf } from '#server/modules/document/paper-server.ts';
import { openSource } from '#server/reports/row-source.ts';
import type { TestServerInfo } from '#tests/support/database-server.ts';
import { askingAs } from './asking.ts';
import { ofState, onLargeOffice } from './large-office.ts';
import type { BenchLine } from './line.ts';
import { largestDistrict, paramsFor, placeOf, reportsOf } from './report-grids.ts';

const pageRows = 200;
/** Milliseconds that a report may take, by how much of the office it is of. */
const allowed = { district: 1_000, all: ofState ? 1_000 : 3_000 } as const;
/** What takes longer is asked once more and not again. */
const long = 4_000;

interface Took {
  /** Of the first round, which finds nothing kept of its districts and little in memory. */
  readonly first: number;
  readonly ms: number;
  readonly status: number;
}

/** The quicker of two rounds after one that warms. */
async function warm(work: () => Promise<number>): Promise<Took> {
  let best = Number.POSITIVE_INFINITY;
  let first = 0;
  let status = 0;
  for (let round = 0; round < 3; round++) {
    const begun = performance.now();
    status = await work();
    const ms = performance.now() - begun;
    if (round === 0) first = ms;
    if (round > 0 || ms > long) best = Math.min(best, ms);
    if (ms > long && round > 0) break;
  }
  return { first, ms: best, status };
}

export const benchOfficeReports = (
  server: TestServerInfo,
  pages: ReadonlySet<string>,
): Promise<readonly BenchLine[]> =>
  onLargeOffice(server, async (context, caller) => {
    const { ask, end } = await askingAs(context, caller.id);
    const scope = await scopeOf(caller, context);
    const district = await largestDistrict(context);
    const lines: BenchLine[] = [];
    const late: string[] = [];
    for (const report of reportsOf(context, pages)) {
      const parts: string[] = [];
      for (const [of, place] of [
        ...(placeOf(report) ? [['district', district] as const] : []),
        ['all', 'all'] as const,
      ]) {
        const params = paramsFor(report, place, scope);
        const times: string[] = [];
        for (const source of report.sql.keys()) {
          const body = { screen: report.id, source, params, offset: 0, limit: pageRows };
          const { first, ms, status } = await warm(async () => {
            const newest = { newer_than: new Date().toISOString() };
            return (await ask('POST', '/query', { ...body, ...newest })).status;
          });
          // Of the state that would take as long again.
          const alone = ofState
            ? null
            : await warm(async () => {
                const rows = await openSource({ screen: report.id, source, params }, caller, context);
                await context.database.read(
                  whoOf(caller),
                  { dataset: rows.dataset, timeoutMs: 30_000 },
                  (client) => client.query(rows.text, [...rows.values]),
                );
                return 200;
              }).catch(() => ({ ms: Number.NaN }));
          const beside = alone ? alone.ms.toFixed(0) : `first ${first.toFixed(0)}`;
          times.push(`${source} ${ms.toFixed(0)} (${beside})${status === 200 ? '' : ` answered ${status}`}`);
          if (ms > allowed[of] || status !== 200)
            late.push(`${report.id} ${source} of ${of === 'all' ? 'all' : district}: ${ms.toFixed(0)} ms`);
        }
        parts.push(`${of === 'all' ? 'all' : district}: ${times.join(', ')}`);
      }
      const measured = parts.join('; ');
      process.stdout.write(`  ${report.id}  ${measured}\n`);
      lines.push({
        what: `${report.id}, ms through HTTP (${ofState ? 'the first time' : 'its SQL alone'})`,
        measured,
        budget: '',
      });
    }
    await end();
    return [
      ...lines,
      {
        what: `Sources of reports beyond ${allowed.district} ms for a district or ${allowed.all} ms for all`,
        measured: late.length === 0 ? 'none' : late.join('; '),
        budget: 'none',
      },
    ];
  });

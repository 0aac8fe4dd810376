// The annual pages on an office of 200,000 properties with a component of 40,000: a factor that is tried key by key, applied and
// taken back, the audit, linking, what who administers the year looks at, and the valuation file.
import { randomUUID } from 'node:crypto';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import { scopeOf } from '#server/modules/document/paper-server.ts';
import { inForce } from '#server/reports/document/gather.ts';
import type { TestServerInfo } from '#tests/support/database-server.ts';
import { type AskJson, asJson, askingAs } from './asking.ts';
import { factorLines } from './factor.ts';
import { type Measure, onLargeOffice } from './large-office.ts';
import type { BenchLine } from './line.ts';
import { largestDistrict } from './report-grids.ts';
import { untilEnded } from './told-jobs.ts';
import { type WideComponent, widenComponent } from './wide-component.ts';

/** Milliseconds that a key may take until all that it moves has moved. */
const keyAllowed = 300;
const keys = 20;
/** Milliseconds that a page's source may take, of a district and of the office. */
const readAllowed = { district: 1_000, all: 3_000 } as const;

const tell = (line: BenchLine): BenchLine => {
  process.stdout.write(`  ${line.what}  ${line.measured}\n`);
  return line;
};
const ratio = (ms: number, allowed: number) => `${(ms / allowed).toFixed(2)} ×`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Whether a part of the page draws this source, without anything being pressed first: what a dialog shows waits until it is opened. */
function isDrawn(part: unknown, source: string): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return Object.entries(part).some(
    ([id, value]) => (id === 'data' && value === source) || (id !== 'on' && isDrawn(value, source)),
  );
}

/** What a typed factor makes a page ask: all drawn sources that stand on another one, at once, as the page does. */
async function keyLines(
  context: Context,
  ask: AskJson,
  { district, component, lt, active }: WideComponent,
): Promise<readonly BenchLine[]> {
  const id = 'annual/compdetl';
  const screen = context.definitions.current().screens.get(id)?.screen;
  const data = Object.entries(screen?.data ?? {}).filter(([source]) => isDrawn(screen?.blocks, source));
  const over = data.flatMap(([source, { kind, ...linked }]) =>
    kind === 'sql' && 'over' in linked && linked.over !== undefined ? [{ source, base: linked.over }] : [],
  );
  const [first] = over;
  if (!first) return [];
  const at = (f: number | null) => ({ district, comp: component, year: lt + 1, lt, f });
  const read = (source: string, f: number | null, newest: object = {}) =>
    ask('POST', '/query', { screen: id, source, params: at(f), limit: 200, ...newest });
  const opened = await timed(() => read(first.base, null, { newer_than: new Date().toISOString() }));
  const times: number[] = [];
  // The first key is of nobody: what it stands on has just been read.
  for (let key = 0; key <= keys; key++) {
    const f = Number((1 + key / 100).toFixed(2));
    const took = await timed(() => Promise.all(over.map(({ source }) => read(source, f))));
    if (key > 0) times.push(took);
  }
  times.sort((a, b) => a - b);
  const [median = 0, worst = 0] = [times[Math.floor(keys / 2)], times.at(-1)];
  const of = `${active.toLocaleString('en-AU')} properties`;
  return [
    tell({
      what: `what factors are tried on, of ${of}, read once`,
      measured: `${opened.toFixed(0)} ms`,
      budget: '',
    }),
    tell({
      what: `a key of a factor that is tried over ${of}: ${over.length} sources (${over.map(({ source }) => source).join(', ')})`,
      measured: `median ${median.toFixed(0)} ms, worst of ${keys} ${worst.toFixed(0)} ms: ${ratio(median, keyAllowed)} and ${ratio(worst, keyAllowed)} of ${keyAllowed} ms`,
      budget: '≤ 1 ×',
    }),
  ];
}

/** Sources of a page computed anew, the quicker of two after one that warms; those of the server's own calls are no queries. */
async function pageLines(
  context: Context,
  caller: Caller,
  ask: AskJson,
  pages: readonly (readonly [page: string, given: Record<string, unknown>, of: 'district' | 'all'])[],
): Promise<readonly BenchLine[]> {
  const scope = await scopeOf(caller, context);
  const lines: BenchLine[] = [];
  for (const [page, given, of] of pages) {
    const ready = context.definitions.current().screens.get(page);
    if (!ready) continue;
    const params = inForce(ready.screen, given, scope);
    const parts: string[] = [];
    let most = 0;
    for (const source of ready.sql.keys()) {
      let best = Number.POSITIVE_INFINITY;
      const once = () =>
        ask('POST', '/query', {
          screen: page,
          source,
          params,
          limit: 200,
          newer_than: new Date().toISOString(),
        });
      try {
        for (let round = 0; round < 3; round++) {
          const ms = await timed(once);
          if (round > 0) best = Math.min(best, ms);
        }
        most = Math.max(most, best);
        parts.push(`${source} ${best.toFixed(0)}`);
      } catch (error) {
        parts.push(`${source} ${error instanceof Error ? error.message.slice(0, 120) : error}`);
      }
    }
    const allowed = readAllowed[of];
    lines.push(
      tell({
        what: `${page} of ${of === 'all' ? 'the office' : 'a district'}, ms`,
        measured: `${parts.join(', ')}: ${ratio(most, allowed)} of ${allowed} ms`,
        budget: '≤ 1 ×',
      }),
    );
  }
  return lines;
}

async function jobLines(
  context: Context,
  ask: AskJson,
  { district }: WideComponent,
): Promise<readonly BenchLine[]> {
  const lines: BenchLine[] = [];
  const told = async (what: string, budget: string, begin: () => Promise<Record<string, unknown>>) => {
    const job = await untilEnded(context, begin);
    const { done, found, districts, results, failed, summary } = job.result;
    const counts = Object.entries({ found, done, districts, results, failed, summary })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${typeof value === 'number' ? value.toLocaleString('en-AU') : value} ${name}`);
    const state = job.state === 'done' ? '' : ` (${job.state})`;
    lines.push(tell({ what, measured: `${job.seconds.toFixed(1)} s${state}, ${counts.join(', ')}`, budget }));
    return job;
  };
  await told('all tests of the audit, of the district', '', () =>
    ask('POST', '/audits/run', { districts: [district] }),
  );
  await told('all tests of the audit, of all districts', '', () =>
    ask('POST', '/audits/run', { districts: ['all'] }),
  );
  const params = { district };
  const { result } = await told('sales of the district linked to benchmarks, preview', '≤ 2 s', () =>
    ask('POST', '/commands/link_sales/preview', { params }),
  );
  const { id } = await told('the same, linked', '', () =>
    ask('POST', '/commands/link_sales/run', {
      params,
      expected: Number(result.done) + Number(result.same),
      stamp: result.stamp,
      request_id: randomUUID(),
    }),
  );
  await told('the same, taken back', '', () => ask('POST', `/bulk/${id}/undo`, { request_id: randomUUID() }));
  await told('the roll, dry run', '≤ 3 s', () => ask('POST', '/commands/year_roll/preview', { params: {} }));
  await told('the valuation file', '', () => ask('POST', '/annual/valuation-files', {}));
  return lines;
}

export const measureAnnual: Measure = async (context, caller) => {
  const wide = await widenComponent(context, await largestDistrict(context));
  const { ask, end } = await askingAs(context, caller.id);
  const asked = asJson(ask);
  const over = `a component of ${wide.active.toLocaleString('en-AU')}`;
  const { district, component } = wide;
  const at = { district, comp: component, year: wide.lt };
  const lines = [
    ...(await keyLines(context, asked, wide)),
    ...(await factorLines(context, asked, over, { factor: 1.0583, district, component })),
    ...(await jobLines(context, asked, wide)),
    ...(await pageLines(context, caller, asked, [
      ['annual/admin', {}, 'all'],
      ['annual/statsa', { dst: district }, 'district'],
      ['annual/statsa', { dst: 'all' }, 'all'],
      ['annual/audit', { dst: district }, 'district'],
      ['annual/uaudit', { dst: 'all' }, 'all'],
      ['annual/cluaudit', { dst: 'all' }, 'all'],
      ['annual/comp', {}, 'district'],
      ['annual/compall', {}, 'all'],
      ['annual/compdetl', at, 'district'],
      ['annual/salvr', at, 'district'],
      ['annual/bulksalelink', { dst: district }, 'district'],
      ['annual/indexation', {}, 'all'],
    ])),
  ];
  await end();
  return lines;
};

export const benchAnnual = (server: TestServerInfo): Promise<readonly BenchLine[]> =>
  onLargeOffice(server, measureAnnual, { changes: true });

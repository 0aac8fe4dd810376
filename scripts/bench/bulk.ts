// One change of every property of an office of 200,000, or of the largest district of the state, as no change is of more than 250,000
// records: shown, done, taken back; and what its statements cost.
import { randomUUID } from 'node:crypto';
import { type Caller, whoOf } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import { readJob } from '#server/jobs/job-store.ts';
import { type Asked, BULK, type BulkPayload } from '#server/modules/bulk/bulk-payload.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { TestServerInfo } from '#tests/support/database-server.ts';
import { ofState, onLargeOffice } from './large-office.ts';
import type { BenchLine } from './line.ts';
import { largestDistrict } from './report-grids.ts';

// Another text each time: what a run before left is no change.
const set: Asked = { does: 'set', values: { internal_notes: `Looked at ${new Date().toISOString()}.` } };
const megabyte = 1024 * 1024;

/** What reads a batch of 500, from the middle of the office. */
const middle = 'any(array(select id from property order by id offset 100000 limit 500))';
const statements: readonly (readonly [what: string, statement: string])[] = [
  ['holding 500 records', `select row_to_json(t) from property t where t.id = ${middle} order by t.id`],
  ['reading 500 records by their view', `select * from property_record where id = ${middle}`],
  ['finding all', 'select id from property_record order by id limit 250001'],
];

interface Done {
  readonly job: number;
  readonly line: BenchLine;
}

async function measured(context: Context, caller: Caller): Promise<readonly BenchLine[]> {
  const lines: BenchLine[] = [];
  const whole = ofState
    ? [{ fld: 'district_code', op: 'eq' as const, val: await largestDistrict(context) }]
    : [];
  const of = ofState ? 'the largest district' : 'the office';
  const change = async (what: string, asked: Asked, preview: boolean): Promise<Done> => {
    const payload: BulkPayload = {
      list: 'properties',
      asked,
      ids: null,
      criteria: asked.does === 'undo' ? null : whole,
      preview,
      expected: null,
      stamp: null,
    };
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 100);
    const begun = performance.now();
    const job = await context.jobs.start(BULK, { payload, userId: caller.id, requestId: randomUUID() });
    if (job === null) throw new Error('The change was not begun.');
    await context.jobs.idle();
    const seconds = (performance.now() - begun) / 1000;
    clearInterval(watch);
    const { state, result, problem } = (await readJob(context.database, job)) ?? {
      state: 'gone',
      result: null,
      problem: null,
    };
    const done = isJsonObject(result) ? Number(result.done) : Number.NaN;
    const line = {
      what,
      measured: `${seconds.toFixed(1)} s, ${done.toLocaleString('en-AU')} ${state}${problem === null ? '' : ` (${JSON.stringify(problem)})`}, ${(most / megabyte).toFixed(0)} MB`,
      budget: '',
    };
    process.stdout.write(`  ${line.what}  ${line.measured}\n`);
    lines.push(line);
    return { job, line };
  };
  await change(`one field of every property of ${of}, preview`, set, true);
  const { job } = await change(`one field of every property of ${of}, done`, set, false);
  await change('the same, taken back', { does: 'undo', job, of: 'set' }, false);
  for (const [what, statement] of statements) {
    const plan = await context.database.read(whoOf(caller), {}, (client) =>
      client.query<{ 'QUERY PLAN': string }>(`explain (analyze, costs off, timing off) ${statement}`),
    );
    const text = plan.rows.map((row) => row['QUERY PLAN']);
    process.stdout.write(`  ${what}\n${text.map((row) => `    ${row}`).join('\n')}\n`);
    lines.push({ what, measured: text.at(-1) ?? '', budget: '' });
  }
  return lines;
}

export const benchBulk = (server: TestServerInfo): Promise<readonly BenchLine[]> =>
  onLargeOffice(server, measured, { changes: true });

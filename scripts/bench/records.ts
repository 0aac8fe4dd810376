// Record pages of an office of 200,000 properties, each part of each page as the server answers it, and a factor over its
// largest district: shown, applied, taken back.
import { randomUUID } from 'node:crypto';
import type { Context } from '#server/context.ts';
import type { ReadyScreen } from '#server/definitions/definitions.ts';
import { readJob } from '#server/jobs/job-store.ts';
import type { Entity } from '#src/core/entity.ts';
import { isTemplate, type LinkedSource } from '#src/core/linked.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { TestServerInfo } from '#tests/support/database-server.ts';
import { type AskJson, asJson, askingAs } from './asking.ts';
import { onLargeOffice } from './large-office.ts';
import type { BenchLine } from './line.ts';

const rounds = 5;
/** The quickest of some rounds after one that warms, which others on the machine slow least; in milliseconds. */
async function quickest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const begun = performance.now();
    await work();
    if (round > 0) times.push(performance.now() - begun);
  }
  return Math.min(...times);
}

/** How a source of a page is asked; null where it asks nothing of a record. */
function askedOf(
  name: string,
  source: LinkedSource,
  page: ReadyScreen,
  { record }: Entity,
  id: number,
): readonly ['GET' | 'POST', string, object?] | null {
  if (source.kind === 'operation') {
    const path = { 'record.get': '', 'record.related': '/related', 'record.history': '/history' }[
      source.operation
    ];
    const own = source.params.list === record.list;
    return path === undefined || !own ? null : ['GET', `/${record.list}/${id}${path}`];
  }
  const fixed = source.kind === 'sql' || !isTemplate(source.hash);
  const newest = new Date().toISOString();
  return fixed
    ? ['POST', '/query', { screen: page.id, source: name, params: { id }, limit: 200, newer_than: newest }]
    : null;
}

async function pageLines(context: Context, ask: AskJson): Promise<readonly BenchLine[]> {
  const lines: BenchLine[] = [];
  const { screens, entities } = context.definitions.current();
  for (const entity of entities.values()) {
    const page = [...screens.values()].find(({ screen }) => screen.route === `/${entity.record.prefix}/:id`);
    if (!page) continue;
    const { rows } = await context.database.owner((client) =>
      client.query<{ id: number; n: number }>(
        `select id::float8 as id, (select count(*)::integer from ${entity.record.table}) as n from ${entity.record.table}
         order by id offset (select count(*) / 2 from ${entity.record.table}) limit 1`,
      ),
    );
    const [middle] = rows;
    if (!middle) continue;
    const parts: string[] = [];
    let sum = 0;
    for (const [name, source] of Object.entries(page.screen.data)) {
      const asked = askedOf(name, source, page, entity, middle.id);
      if (!asked) continue;
      const took = await quickest(() => ask(...asked)).catch(() => Number.NaN);
      parts.push(`${name} ${took.toFixed(0)}`);
      sum += took;
    }
    const measured = `${sum.toFixed(0)} ms (${parts.join(', ')}), of ${middle.n.toLocaleString('en-AU')}`;
    process.stdout.write(`  ${entity.record.prefix}: ${measured}\n`);
    lines.push({ what: `${entity.title} opens: its parts one by one`, measured, budget: 'each ≤ 100 ms' });
  }
  return lines;
}

async function factorLines(context: Context, ask: AskJson): Promise<readonly BenchLine[]> {
  const { rows } = await context.database.owner((client) =>
    client.query<{ code: string }>(
      'select district_code as code from property group by 1 order by count(*) desc limit 1',
    ),
  );
  const params = { factor: 1.0583, district: rows[0]?.code };
  const values = async () =>
    (
      await context.database.owner((client) =>
        client.query<{ sum: string }>(
          `select md5(string_agg(concat_ws(' ', property_id, base_date, series, land_value, method, factor_applied,
             onsite_allowance, heritage_value), ',' order by property_id, base_date, series)) as sum from property_value
           where district_code = $1`,
          [params.district],
        ),
      )
    ).rows[0]?.sum;
  const lines: BenchLine[] = [];
  const told = async (what: string, budget: string, work: () => Promise<Record<string, unknown>>) => {
    const begun = performance.now();
    const answer = await work();
    await context.jobs.idle();
    const took = (performance.now() - begun) / 1000;
    // What takes longer than a moment is answered before it has ended.
    const ended = await readJob(context.database, Number(answer.id));
    const result = isJsonObject(ended?.result) ? ended.result : {};
    const measured = `${took.toFixed(1)} s, ${Number(result.found ?? 0).toLocaleString('en-AU')} looked at, ${Number(result.done ?? 0).toLocaleString('en-AU')} done`;
    process.stdout.write(`  ${what}  ${measured}\n`);
    lines.push({ what, measured, budget });
    return { answer, result };
  };
  const before = await values();
  const run = (result: Record<string, unknown>) => ({
    params,
    expected: Number(result.done) + Number(result.same),
    stamp: result.stamp,
    request_id: randomUUID(),
  });
  const shown = await told('a factor over the largest district, preview', '≤ 2 s', () =>
    ask('POST', '/commands/factor_apply/preview', { params }),
  );
  const done = await told('the same, applied', '', () =>
    ask('POST', '/commands/factor_apply/run', run(shown.result)),
  );
  await told('the same, taken back', '', () =>
    ask('POST', `/bulk/${Number(done.answer.id)}/undo`, { request_id: randomUUID() }),
  );
  lines.push({
    what: 'the values afterwards',
    measured: (await values()) === before ? 'as they were' : 'NOT as they were',
    budget: 'as they were',
  });
  return lines;
}

export const benchRecords = (server: TestServerInfo): Promise<readonly BenchLine[]> =>
  onLargeOffice(
    server,
    async (context, caller) => {
      const { ask, end } = await askingAs(context, caller.id);
      const asked = asJson(ask);
      const lines = [...(await pageLines(context, asked)), ...(await factorLines(context, asked))];
      await end();
      return lines;
    },
    { changes: true },
  );

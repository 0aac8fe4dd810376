// Fifty people at work for a minute, and until an import has ended, with a long report running: how long the others wait.
import { forgetRuns } from '#server/database/report-runs.ts';
import { beginImport, unsettleFiles } from '#server/import/merge-batch.ts';
import type { TestServerInfo } from '#tests/support/database-server.ts';
import { type Caller, callerAt } from './crowd-caller.ts';
import { type CrowdOffice, inCrowdOffice } from './crowd-office.ts';
import type { BenchLine } from './line.ts';

const users = 50;
const leastMs = 60_000;
const mostMs = 45 * 60_000;

interface Sample {
  readonly kind: string;
  readonly ms: number;
  readonly status: number;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const field = (json: unknown, name: string): unknown =>
  typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What one person does until the end: mostly looks, sometimes searches, opens a record, now and then saves one. */
async function work(
  person: Caller,
  sales: readonly number[],
  goesOn: () => boolean,
  samples: Sample[],
): Promise<void> {
  const timed = async (kind: string, ...ask: Parameters<Caller['call']>) => {
    const begun = performance.now();
    const answer = await person.call(...ask);
    samples.push({ kind, ms: performance.now() - begun, status: answer.status });
    return answer.json;
  };
  while (goesOn()) {
    const what = Math.random();
    const sale = sales[Math.floor(Math.random() * sales.length)] ?? 1;
    if (what < 0.6) await timed('poll and pages', 'GET', what < 0.3 ? '/notifications/poll' : '/definitions');
    else if (what < 0.85) {
      const criteria = [{ fld: 'suburb', op: 'contains', val: 'AB'.charAt(Math.random() < 0.5 ? 0 : 1) }];
      const found = await timed('search', 'POST', '/sales/search', { searchType: 'full', criteria });
      const ask = {
        screen: 'sale/result',
        source: 'found',
        params: { id: field(found, 'hash') },
        limit: 200,
      };
      await timed('search', 'POST', '/query', ask);
    } else if (what < 0.95) await timed('record', 'GET', `/sales/${sale}`);
    else {
      const held = await timed('record', 'GET', `/sales/${sale}`);
      const change = {
        version: field(held, 'version'),
        house_number: String(1 + Math.floor(Math.random() * 900)),
      };
      await timed('save', 'PUT', `/sales/${sale}`, change);
    }
    await pause(200 + Math.random() * 1_200);
  }
}

/** Begins to import all files, which are done one behind the other. */
async function beginImports(admin: Caller, { files }: CrowdOffice): Promise<readonly number[]> {
  const jobs: number[] = [];
  for (const { name, read } of files) {
    const path = `/imports/upload?${new URLSearchParams({ name })}`;
    const { status, json } = await admin.call('POST', path, read());
    if (status >= 300) throw new Error(`The import of ${name} was refused: ${JSON.stringify(json)}`);
    jobs.push(Number(field(json, 'job_id')));
  }
  return jobs;
}

async function rowsOf<Row extends Record<string, unknown>>(
  { database }: CrowdOffice,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  return (await database.owner((client) => client.query<Row>(text, values))).rows;
}

const sumOfJobs = `select string_agg(distinct state, ', ') as states, bool_or(state in ('queued', 'running')) as open,
  extract(epoch from max(coalesce(finished_at, now())) - min(started_at))::integer as seconds
  from job where id = any ($1::bigint[])`;
interface Imports extends Record<string, unknown> {
  readonly states: string;
  readonly open: boolean;
  readonly seconds: number | null;
}

async function untilImported(office: CrowdOffice, jobs: readonly number[], end: number): Promise<string> {
  for (;;) {
    const [sum] = await rowsOf<Imports>(office, sumOfJobs, [jobs]);
    if (!sum?.open || performance.now() > end) return `${sum?.states ?? 'missing'}, ${sum?.seconds ?? 0} s`;
    await pause(1_000);
  }
}

/** An office that lasts is left without what was imported: all at once, as by itself each file takes a second or two. */
async function takeBack({ database }: CrowdOffice, before: number): Promise<void> {
  await database.owner(async (client) => {
    await beginImport(client);
    const { rows } = await client.query<{ id: number }>(
      "select id from import_file where id > $1 and state = 'done' and kind <> 'UPLOAD'",
      [before],
    );
    const ids = rows.map(({ id }) => id);
    await unsettleFiles(client, ids);
    await client.query("update import_file set state = 'undone' where id = any($1::bigint[])", [ids]);
    await forgetRuns(client);
  });
}

async function measureCrowd(office: CrowdOffice): Promise<readonly BenchLine[]> {
  const signedIn = async (username: string, role: string, from: string) => {
    const person = await office.addPerson(username, role);
    const { status, json } = await callerAt(office.url, from).call('POST', '/app/login', person);
    if (status !== 200) throw new Error(`${username} cannot sign in: ${status} ${JSON.stringify(json)}`);
    return callerAt(office.url, from, String(field(json, 'token')));
  };
  const admin = await signedIn('crowd-admin', 'administrator', '10.0.0.1');
  const people: Caller[] = [];
  for (let i = 0; i < users; i++) people.push(await signedIn(`crowd${i}`, 'office', `10.0.1.${i + 1}`));
  const sales = (await rowsOf<{ id: number }>(office, 'select id from sale order by id limit 2000')).map(
    ({ id }) => id,
  );
  const [size] = await rowsOf<{ n: number; file: number }>(
    office,
    'select (select count(*) from property)::integer as n, (select coalesce(max(id), 0) from import_file)::integer as file',
  );
  const samples: Sample[] = [];
  const begun = performance.now();
  let imported: string | null = null;
  const goesOn = () => imported === null || performance.now() < begun + leastMs;
  let reports = 0;
  const report = async () => {
    const params = { dst: 'all', year: 2025 };
    while (goesOn()) {
      const ask = { screen: 'report/resales', source: 'rows', params, limit: 100 };
      const { status } = await admin.call('POST', '/query', { ...ask, newer_than: new Date().toISOString() });
      if (status === 200) reports += 1;
      else await pause(1_000);
    }
  };
  const jobs = await beginImports(admin, office);
  await Promise.all([
    untilImported(office, jobs, begun + mostMs).then((told) => {
      imported = told;
    }),
    report(),
    ...people.map((person) => work(person, sales, goesOn, samples)),
  ]);
  const seconds = Math.round((performance.now() - begun) / 1_000);
  const beside = `${reports} reports; import of ${jobs.length} files ${imported}; ${size?.n ?? 0} properties`;
  const lines = linesOf(samples, seconds, beside);
  // What was measured is there whatever becomes of the rest.
  for (const { what, measured } of lines) process.stdout.write(`  ${what}  ${measured}\n`);
  if (office.lasts) await takeBack(office, size?.file ?? 0);
  return lines;
}

export const benchCrowd = (server: TestServerInfo): Promise<readonly BenchLine[]> =>
  inCrowdOffice(server, measureCrowd);

function linesOf(samples: readonly Sample[], seconds: number, beside: string): readonly BenchLine[] {
  const line = (kind: string, of: readonly Sample[], budget: string): BenchLine => {
    const times = of.map(({ ms }) => ms);
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(times, share).toFixed(0));
    return {
      what: `${users} users for ${seconds} s beside an import and a report: ${kind}`,
      measured: `p50 ${p50}, p95 ${p95}, p99 ${p99} ms of ${of.length}`,
      budget,
    };
  };
  const failed = samples.filter(({ status }) => status >= 500).length;
  const refused = samples.filter(({ status }) => status === 429).length;
  const kinds = [...new Set(samples.map(({ kind }) => kind))].sort();
  return [
    line('all', samples, 'p99 < 1 s'),
    ...kinds.map((name) =>
      line(
        name,
        samples.filter(({ kind }) => kind === name),
        '',
      ),
    ),
    {
      what: 'Beside them',
      measured: `${beside}; ${failed} answers of 500 and more, ${refused} of 429`,
      budget: 'none of 500 and more',
    },
  ];
}

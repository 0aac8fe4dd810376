import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { envelope, startTestApp, type TestServer } from '#tests/support/http.ts';
import { screens } from '#tests/support/http-fixture.ts';

const rows = 200_000;
let server: TestServer;
let token: string;
let address: string;
beforeAll(async () => {
  server = await startTestApp({ screens });
  await server.database.owner((client) =>
    client.query(
      `insert into sale (source, district_code, street_name, suburb, purchase_price, contract_date, dealing_number)
       select 'LPI', '001', 'LONG ST', 'ALPHA', i, date '2000-01-01' + (i % 5000), 'D' || i
       from generate_series(1, $1::integer) i`,
      [rows],
    ),
  );
  token = await server.tokenOf('admin');
  address = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

const ask = (path: string, body: object, headers: object = {}) =>
  fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { authorization: `JWT ${token}`, 'content-type': 'application/json', ...headers },
    body: envelope(body),
  });
const found = async (criteria: readonly object[] = []) =>
  (await server.call('POST', '/sales/search', { token, body: { searchType: 'full', criteria } })).json.hash;
const wish = (hash: string, more: object = {}) => ({
  screen: 'found',
  source: 'found',
  params: { id: hash },
  format: 'csv',
  sort: ['-purchase_price'],
  ...more,
});
const begin = async (body: object) => (await server.call('POST', '/query/export/jobs', { token, body })).json;
const fileOf = (job: number, headers: { readonly [name: string]: string } = {}) =>
  fetch(`${address}/api/documents/${job}/file`, { headers: { authorization: `JWT ${token}`, ...headers } });

async function openTransactions(): Promise<number> {
  const { rows: open } = await server.database.owner((client) =>
    client.query<{ n: number }>(
      `select count(*)::integer as n from pg_stat_activity where datname = current_database()
         and pid <> pg_backend_pid() and xact_start is not null and backend_type = 'client backend'`,
    ),
  );
  return open[0]?.n ?? 0;
}

const three = ['id', 'suburb', 'purchase_price'];

describe('export of 200,000 rows', () => {
  let job = 0;

  it('is a job, which writes all of them in a bounded memory', async () => {
    const body = wish(await found(), { columns: three });
    const before = process.memoryUsage().rss;
    let highest = before;
    const begun = await begin(body);
    expect(begun).toEqual({ long: true, job: expect.any(Number), rows });
    job = begun.job;
    const watch = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage().rss);
    }, 20);
    await server.context.jobs.idle();
    const response = await fileOf(job);
    let lines = 0;
    let sum = 0;
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\r\n');
      rest = parts.pop() ?? '';
      lines += parts.length;
      for (const part of parts) sum += Number(part.split(',')[2]) || 0;
    }
    clearInterval(watch);
    expect(lines).toBe(rows + 1);
    expect(sum).toBe((rows * (rows + 1)) / 2);
    expect((highest - before) / 1024 / 1024).toBeLessThan(150);
    const listed = (await server.call('GET', '/documents', { token })).json.items;
    expect(listed).toMatchObject([
      { id: job, state: 'done', title: expect.any(String), holds: rows, unit: 'row' },
    ]);
    expect(listed[0].filename).toMatch(/^found-.*\.csv$/);
    const told = (await server.call('GET', '/notifications/multi?is_archived=false&offset=0', { token }))
      .json;
    expect(told.items ?? told).toMatchObject([
      { notify_type: 'EXPTDONE', notify_detail: { documentId: job } },
    ]);
  });

  it('goes on from any byte of the kept file, as long as it is the same', async () => {
    const whole = Buffer.from(await (await fileOf(job)).arrayBuffer());
    const head = await fileOf(job, { 'accept-encoding': 'gzip' });
    await head.body?.cancel();
    expect([head.headers.get('accept-ranges'), head.headers.get('content-encoding')]).toEqual([
      'bytes',
      null,
    ]);
    expect(head.headers.get('content-length')).toBe(String(whole.length));
    const etag = String(head.headers.get('etag'));
    const rest = await fileOf(job, { range: 'bytes=1000000-', 'if-range': etag, 'accept-encoding': 'gzip' });
    expect([rest.status, rest.headers.get('content-range')]).toEqual([
      206,
      `bytes 1000000-${whole.length - 1}/${whole.length}`,
    ]);
    expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(1_000_000))).toBe(true);
    const other = await fileOf(job, { range: 'bytes=1000000-', 'if-range': '"another"' });
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, whole.length]);
    const beyond = await fileOf(job, { range: `bytes=${whole.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`]);
  });

  it('is refused at once, with the way to have it', async () => {
    const answer = await server.call('POST', '/query/export', { token, body: wish(await found()) });
    expect([answer.status, answer.json.message]).toEqual([
      422,
      'These are 200000 rows, which takes a while. Begin the file as a job: POST /query/export/jobs.',
    ]);
  });

  it('is sent at once where it is shorter, whole and compressed', async () => {
    const hash = await found([{ fld: 'purchase_price', op: 'le', val: 40_000 }]);
    const body = wish(hash, { columns: three });
    expect(await begin(body)).toEqual({ long: false, job: null, rows: 40_000 });
    const response = await ask('/query/export', body, { 'accept-encoding': 'gzip' });
    expect(response.headers.get('x-cadastre-rows')).toBe('40000');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect((await response.text()).trim().split('\r\n')).toHaveLength(40_001);
  });

  it('holds neither a connection of the database nor a turn while it is fetched slowly', async () => {
    const hash = await found([{ fld: 'purchase_price', op: 'le', val: 50_000 }]);
    // All columns, plain: more than the buffers on the way hold, so that each stands still until it is fetched.
    const slow = [];
    for (let i = 0; i < 5; i++)
      slow.push(await ask('/query/export', wish(hash), { 'accept-encoding': 'identity' }));
    expect(slow.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await openTransactions()).toBe(0);
    for (const response of slow) await response.body?.cancel();
  });

  it('writes a line into the log where its answer is cut', async () => {
    const hash = await found([{ fld: 'purchase_price', op: 'le', val: 50_000 }]);
    const response = await ask('/query/export', wish(hash), { 'accept-encoding': 'identity' });
    const id = response.headers.get('x-request-id');
    await response.body?.cancel();
    for (let i = 0; i < 200; i++) {
      const line = server.log.entries.find(({ entry }) => 'cut' in entry && Reflect.get(entry, 'id') === id);
      if (line) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error('No line tells of the download that was cut.');
  });

  it('is stopped as a job when somebody cancels it, and leaves no file', async () => {
    const { json } = await server.call('POST', '/query/export/jobs', {
      token,
      body: wish(await found(), { format: 'csv', find: 'LONG' }),
    });
    await server.call('PUT', `/jobs/${json.job}/cancel`, { token });
    await server.context.jobs.idle();
    expect((await server.call('GET', `/jobs/${json.job}`, { token })).json.state).toBe('cancelled');
    expect((await fileOf(json.job)).status).toBe(404);
    expect(await openTransactions()).toBe(0);
    expect(readdirSync(join(server.context.config.dataDir, 'documents'))).toEqual([`${job}.csv`]);
  });

  it('announces the row limit of a report', async () => {
    const { json } = await server.call('POST', '/query', {
      token,
      body: { screen: 'report/counts', source: 'rows', params: { dst: 'all' }, dataset: 'real', limit: 1 },
    });
    expect(json).toMatchObject({ total: 100_000, limited: true });
  });

  const cut = { screen: 'report/counts', source: 'rows', params: { dst: 'all' }, dataset: 'real' };

  it.each([
    ['of a kept run', {}],
    ['of rows that are looked for among all', { find: 'LONG' }],
  ])('says in a file %s that the row limit cut it, and in the list of files', async (_, more) => {
    const { job, rows: counted } = await begin({ ...cut, columns: ['id'], format: 'xlsx', ...more });
    expect(counted).toBe(100_000);
    await server.context.jobs.idle();
    const parts = unzipSync(Buffer.from(await (await fileOf(job)).arrayBuffer()));
    const sentence =
      'Cut at 100,000 rows of the report: the row limit was reached. Narrow the filters to have all.';
    expect(strFromU8(parts['xl/worksheets/sheet2.xml'] ?? new Uint8Array())).toContain(sentence);
    const { items } = (await server.call('GET', '/documents', { token })).json;
    expect(items[0]).toMatchObject({ id: job, state: 'done', holds: 100_000, problem: sentence });
  });

  it.each([
    ['of a kept run', { params: { dst: 'all', least: rows - 100_000 + 1 } }],
    [
      'of rows that are filtered among all',
      { filter: [{ column: 'purchase_price', op: 'gt', value: rows - 100_000 }] },
    ],
  ])('says nothing of a limit in a file %s that has as many rows as it lets through', async (_, more) => {
    const { job, rows: counted } = await begin({ ...cut, format: 'csv', ...more });
    expect(counted).toBe(100_000);
    await server.context.jobs.idle();
    const { items } = (await server.call('GET', '/documents', { token })).json;
    expect(items[0]).toMatchObject({ id: job, state: 'done', holds: 100_000, problem: null });
  });

  it('looks for a text beyond the row limit too', async () => {
    const { json } = await server.call('POST', '/query', {
      token,
      body: {
        screen: 'report/counts',
        source: 'rows',
        params: { dst: 'all' },
        dataset: 'real',
        find: String(rows - 1),
      },
    });
    expect(json.limited).toBe(false);
    expect(json.total).toBeGreaterThan(0);
  });
});

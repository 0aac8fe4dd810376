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

const exportAll = async (format: string, columns?: readonly string[], encoding = 'gzip') => {
  const hash = (
    await server.call('POST', '/sales/search', { token, body: { searchType: 'full', criteria: [] } })
  ).json.hash;
  return fetch(`${address}/api/query/export`, {
    method: 'POST',
    headers: {
      authorization: `JWT ${token}`,
      'content-type': 'application/json',
      'accept-encoding': encoding,
    },
    body: envelope({
      screen: 'found',
      source: 'found',
      params: { id: hash },
      format,
      ...(columns ? { columns } : {}),
      sort: ['-purchase_price'],
    }),
  });
};

const three = ['id', 'suburb', 'purchase_price'];

describe('export of 200,000 rows', () => {
  it('streams all of them in a bounded memory', async () => {
    const before = process.memoryUsage().rss;
    let highest = before;
    const response = await exportAll('csv', three);
    expect(response.headers.get('x-cadastre-rows')).toBe(String(rows));
    expect(response.headers.get('content-encoding')).toBe('gzip');
    let lines = 0;
    let sum = 0;
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\r\n');
      rest = parts.pop() ?? '';
      lines += parts.length;
      for (const part of parts) sum += Number(part.split(',')[2]) || 0;
      highest = Math.max(highest, process.memoryUsage().rss);
    }
    expect(lines).toBe(rows + 1);
    expect(sum).toBe((rows * (rows + 1)) / 2);
    expect((highest - before) / 1024 / 1024).toBeLessThan(150);
  });

  it('ends the query when the download is given up', async () => {
    const response = await exportAll('csv', three);
    await response.body?.cancel();
    for (let i = 0; i < 100; i++) {
      const { rows: open } = await server.database.owner((client) =>
        client.query<{ n: number }>(
          `select count(*) as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
             and xact_start is not null and backend_type = 'client backend'`,
        ),
      );
      if (open[0]?.n === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('A transaction of a download that was given up is still open.');
  });

  it('leaves reports their turns while files are fetched slowly', async () => {
    // All columns, plain: more than the buffers on the way hold, so that both stand still until they are fetched.
    const whole = () => exportAll('csv', undefined, 'identity');
    const slow = await Promise.all([whole(), whole()]);
    const report = await server.call('POST', '/query', {
      token,
      body: { screen: 'report/counts', source: 'rows', params: { dst: 'all' }, dataset: 'real', limit: 1 },
    });
    expect(report.status).toBe(200);
    const open = await server.database.owner((client) =>
      client.query<{ n: number }>(
        `select count(*) as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
           and xact_start is not null and backend_type = 'client backend'`,
      ),
    );
    expect(open.rows[0]?.n).toBe(2);
    for (const response of slow) await response.body?.cancel();
  });

  it('announces the row limit of a report', async () => {
    const { json } = await server.call('POST', '/query', {
      token,
      body: { screen: 'report/counts', source: 'rows', params: { dst: 'all' }, dataset: 'real', limit: 1 },
    });
    expect(json).toMatchObject({ total: 100_000, limited: true });
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

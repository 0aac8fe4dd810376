import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { envelope, startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';

/** Runs for as long as the server lets it; without a slow part while `slow` is no. */
const slow = `select s.id, (select count(*) from (select generate_series(1, 4000000000)) g where :slow = 'yes')::bigint as n
  from sale s where s.district_code = any(:districts::text[]) order by s.id`;
const mark = 'generate_series(1, 4000000000)';

let server: TestServer;
let token: string;
let address: string;
beforeAll(async () => {
  server = await startTestApp({
    screens: {
      ...screens,
      'screens/report/slow.sql': slow,
      'screens/report/slow.json': {
        format: 1,
        id: 'report/slow',
        route: '/report/slow/:dst',
        title: 'Slow {params.dst}',
        needs: 'repoV',
        params: [
          { id: 'dst', in: 'route', entity: 'district' },
          { id: 'slow', type: 'text' },
        ],
        data: { rows: { sql: 'slow' } },
        blocks: [{ id: 'list', type: 'grid', data: 'rows', rowKey: 'id', columns: [{ id: 'id' }] }],
      },
    },
  });
  await addSales(server.database);
  token = await server.tokenOf('admin');
  address = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

function ask(path: string, body: object, signal: AbortSignal): Promise<Response> {
  return fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { authorization: `JWT ${token}`, 'content-type': 'application/json' },
    body: envelope(body),
    signal,
  });
}

const report = (params: object) => ({
  screen: 'report/slow',
  source: 'rows',
  params: { dst: 'all', ...params },
});

/** How many statements of the slow report run. */
async function runningNow(): Promise<number> {
  const { rows } = await server.database.owner((client) =>
    client.query<{ n: number }>(
      `select count(*)::integer as n from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and strpos(query, $1) > 0`,
      [mark],
    ),
  );
  return rows[0]?.n ?? 0;
}

/** The time limit of a report is 30 s: what ends before has been ended. */
async function until(wanted: number): Promise<void> {
  for (let i = 0; i < 100; i++) {
    if ((await runningNow()) === wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`There are ${await runningNow()} running statements, not ${wanted}.`);
}

describe('a client that leaves', () => {
  it('ends its report', async () => {
    const leaving = new AbortController();
    const asked = ask('/query', report({ slow: 'yes' }), leaving.signal).catch(() => 'left');
    await until(1);
    leaving.abort();
    expect(await asked).toBe('left');
    await until(0);
    expect(server.log.entries.filter(({ kind }) => kind === 'failure')).toEqual([]);
  });

  it('ends its file', async () => {
    const leaving = new AbortController();
    const wish = { ...report({ slow: 'yes' }), format: 'csv' };
    const asked = ask('/query/export', wish, leaving.signal).catch(() => 'left');
    await until(1);
    leaving.abort();
    expect(await asked).toBe('left');
    await until(0);
  });

  it('leaves the report to whoever else waits for it, and the line to others', async () => {
    const [one, two, three] = [new AbortController(), new AbortController(), new AbortController()];
    const asked = [one, two, three].map(({ signal }) =>
      ask('/query', report({ slow: 'yes' }), signal).catch(() => 'left'),
    );
    await until(1);
    one.abort();
    await asked[0];
    two.abort();
    await asked[1];
    expect(await runningNow()).toBe(1);
    three.abort();
    await asked[2];
    await until(0);
    const answer = await server.call('POST', '/query', { token, body: report({ slow: 'no' }) });
    expect(answer.json.total).toBe(6);
  });

  it('gives its place in line back', async () => {
    const leaving = new AbortController();
    // Two run and twenty wait; the next one of the same user finds the line full.
    const many = Array.from({ length: 22 }, (_, i) =>
      ask('/query', report({ slow: 'yes', dst: i % 2 ? '001' : 'all', unique: undefined }), leaving.signal),
    );
    const settled = Promise.allSettled(many);
    await until(2);
    leaving.abort();
    await settled;
    await until(0);
    expect((await server.call('POST', '/query', { token, body: report({}) })).status).toBe(200);
  });
});

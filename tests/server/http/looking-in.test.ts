import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '#server/config.ts';
import { itself } from '#server/database/transaction.ts';
import { countOpenJobs } from '#server/jobs/job-store.ts';
import { listenForMetrics, type MetricsListener } from '#server/plugins/metrics/listen.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { screens } from '#tests/support/http-fixture.ts';

let server: TestServer;
let token: string;
const listeners: MetricsListener[] = [];
beforeAll(async () => {
  server = await startTestApp({ screens });
  token = await server.tokenOf('admin');
});
afterAll(async () => {
  for (const listener of listeners) await listener.close();
  await server.close();
});

const listen = async (secret: string | null) => {
  const at = { host: '127.0.0.1', port: 0, token: secret };
  const { metrics } = server.context;
  const listener = await listenForMetrics(at, metrics, () => countOpenJobs(server.database));
  listeners.push(listener);
  return listener.address;
};
const figure = (text: string, line: string) => {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? null : Number(found.slice(line.length + 1));
};
type Line = Record<string, unknown>;
/** A line is written when its answer's connection is done with. */
const linesOf = async (reference: unknown, wanted = 1): Promise<readonly Line[]> => {
  for (let i = 0; i < 200; i++) {
    const lines = server.log.entries.map(({ entry }) => entry as Line).filter(({ id }) => id === reference);
    if (lines.length >= wanted) return lines;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return [];
};

const namesOf = (line: Line | undefined) =>
  Array.isArray(line?.statements) ? line.statements.map(({ name }: { name: string }) => name) : [];

describe('metrics', () => {
  it('count answers by operation and status, transactions by role, and never say a path', async () => {
    const address = await listen(null);
    const read = async () => (await fetch(address)).text();
    const refused = 'cadastre_requests_total{operation="app.server",status="401"}';
    const before = figure(await read(), refused) ?? 0;
    await server.call('GET', '/app/server');
    await server.call('GET', '/properties/4711');
    await server.call('GET', '/no/such/thing');
    await server.call('POST', '/app/server/retention', { token });
    await server.context.jobs.idle();
    const text = await read();
    expect(figure(text, refused)).toBe(before + 1);
    expect(figure(text, 'cadastre_request_duration_seconds_count{operation="app.server",status="4xx"}')).toBe(
      before + 1,
    );
    const took = 'cadastre_request_duration_seconds_sum{operation="app.server",status="4xx"}';
    expect(figure(text, took)).toBeGreaterThan(0);
    expect(text).not.toMatch(/4711|no\/such/);
    expect(figure(text, 'cadastre_requests_total{operation="page",status="404"}')).toBeGreaterThan(0);
    const own = (role: string) =>
      figure(text, `cadastre_database_transaction_seconds_count{role="${role}",ended="committed"}`);
    const was = own('reader') ?? 0;
    await server.database.read(itself, {}, (client) => client.query('select 1'));
    expect(
      figure(await read(), 'cadastre_database_transaction_seconds_count{role="reader",ended="committed"}'),
    ).toBe(was + 1);
    expect(own('owner')).toBeGreaterThan(0);
    expect(figure(text, 'cadastre_job_seconds_count{kind="retention",state="done"}')).toBe(1);
    expect(figure(text, 'cadastre_database_up')).toBe(1);
    expect(text).toContain(`cadastre_build_info{version="${server.context.config.version}",schema="`);
    const { most } = server.database.connections();
    expect(figure(text, 'cadastre_database_connections_most')).toBe(most);
    // Every line is one that Prometheus reads.
    for (const line of text.trimEnd().split('\n'))
      expect(line).toMatch(
        /^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})? -?\d[\d.e+-]*)$/,
      );
  });

  it('are shown to whoever has the bearer token, and to no token of the office', async () => {
    const address = await listen('a-token-for-the-watch');
    const status = async (authorization?: string) =>
      (await fetch(address, authorization === undefined ? {} : { headers: { authorization } })).status;
    expect(await status('Bearer a-token-for-the-watch')).toBe(200);
    expect(await status()).toBe(401);
    expect(await status(`JWT ${token}`)).toBe(401);
    expect(await status(`Bearer ${token}`)).toBe(401);
    expect((await fetch(address.replace('/metrics', '/api/properties'))).status).toBe(401);
    expect((await server.app.inject({ url: '/metrics' })).body).not.toContain('cadastre_build_info');
    expect((await server.call('GET', '/metrics', { token })).status).toBe(404);
  });

  it('are nowhere unless an address is set, and open to others by a token alone', () => {
    const set = (env: Record<string, string>) => loadConfig(env, []).metrics;
    expect(set({})).toBeNull();
    expect(set({ METRICS_ADDRESS: '127.0.0.1:9464' })).toEqual({
      host: '127.0.0.1',
      port: 9464,
      token: null,
    });
    const METRICS_TOKEN = 'sixteen-letters-';
    expect(set({ METRICS_ADDRESS: '[::]:9464', METRICS_TOKEN })).toMatchObject({ host: '::' });
    for (const env of [
      { METRICS_ADDRESS: '0.0.0.0:9464' },
      { METRICS_ADDRESS: '9464' },
      { METRICS_ADDRESS: '127.0.0.1:9464', METRICS_TOKEN: 'short' },
    ])
      expect(() => set(env)).toThrow(ConfigError);
    expect(loadConfig({}, []).slowQueryMs).toBe(1_000);
    expect(loadConfig({ SLOW_QUERY_MS: 'off' }, []).slowQueryMs).toBeNull();
    expect(() => loadConfig({ SLOW_QUERY_MS: 'fast' }, [])).toThrow(ConfigError);
  });
});

describe('a reference', () => {
  it('finds the line of its request, its statements and the job that it began', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const answer = await server.call('POST', '/app/server/retention', {
      token,
      headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` },
    });
    await server.context.jobs.idle();
    const [asked, done] = await linesOf(answer.headers['x-request-id'], 2);
    expect(asked).toMatchObject({
      operation: 'retention.run',
      status: 200,
      trace,
      parent: '00f067aa0ba902b7',
      jobs: [answer.json.job_id],
    });
    const statements = asked?.statements as readonly { name: string; ms: number; rows: number }[];
    expect(statements.some(({ name }) => /^insert job [0-9a-f]{8}$/.test(name))).toBe(true);
    expect(statements.every(({ ms, rows }) => ms >= 0 && rows >= 0)).toBe(true);
    expect(done).toMatchObject({ job: answer.json.job_id, kind: 'retention', state: 'done', trace });
    expect(namesOf(done)).toContainEqual(expect.stringMatching(/^delete hit_log /));
  });

  it('is its own trace where the header is none, and a problem tells it', async () => {
    const answer = await server.call('GET', '/app/server', { headers: { traceparent: '00-0-1-01' } });
    expect(answer.json.reference).toBe(answer.headers['x-request-id']);
    const line = (await linesOf(answer.json.reference, 2)).find((one) => 'status' in one);
    expect(line).toMatchObject({ trace: answer.json.reference.replaceAll('-', ''), status: 401 });
    expect(line).not.toHaveProperty('parent');
  });
});

describe('what took long', () => {
  const slowFrom = async (ms: number | null, work: () => Promise<unknown>) => {
    server.database.observation.slowMs = ms;
    try {
      await work();
    } finally {
      server.database.observation.slowMs = null;
    }
    await server.context.slowQueries.idle();
    return (await server.call('GET', '/app/server/slow', { token })).json.queries;
  };

  it('is kept with its plan under the same row security, with no value, and is run once', async () => {
    const [kept, ...others] = await slowFrom(0, () =>
      server.database.read({ userId: 1, districts: ['001'] }, {}, (client) =>
        client.query('select p.id from property p where p.suburb = $1::text and p.id > $2::bigint', [
          'SECRETVILLE',
          987_654,
        ]),
      ),
    );
    expect(others).toEqual([]);
    expect(kept).toMatchObject({
      role: 'reader',
      failed: false,
      parameters: '$1 text, $2 number',
      row_count: 0,
    });
    expect(kept.name).toMatch(/^select property [0-9a-f]{8}$/);
    expect(kept.plan).toContain('on property p');
    // The policy of the table stands in the plan: it is that of the caller, not the owner's.
    expect(kept.plan).toContain('district_code');
    expect(JSON.stringify(kept)).not.toMatch(/SECRETVILLE|987654/);
  });

  it('names the operation and the reference that asked it, and is never asked a second time', async () => {
    const before = (await server.database.owner((client) => client.query('select from hit_log'))).rowCount;
    let reference: unknown;
    const items = await slowFrom(0, async () => {
      const answer = await server.call('PUT', '/user/loghit', { token, body: { path: '/prop/index' } });
      reference = answer.headers['x-request-id'];
    });
    const kept = items.find(({ name }: { name: string }) => name.startsWith('insert hit_log'));
    expect(kept).toMatchObject({
      operation: 'user.loghit',
      reference,
      role: 'writer',
      plan: expect.any(String),
    });
    const after = (await server.database.owner((client) => client.query('select from hit_log'))).rowCount;
    expect(after).toBe(before + 1);
  });

  it('is kept no more than twelve times a minute, five hundred in all, and by administrators alone read', async () => {
    server.wait(120_000);
    await server.database.owner((client) => client.query('delete from slow_query'));
    const ask = () => server.database.read(itself, {}, (client) => client.query('select 1'));
    const items = await slowFrom(0, async () => {
      for (let n = 0; n < 20; n++) await ask();
    });
    expect(items).toHaveLength(12);
    await server.database.owner((client) =>
      client.query(
        `insert into slow_query (name, statement, parameters, role, ms, row_count, failed)
         select 'x', 'x', '{}', 'reader', 1, 1, false from generate_series(1, 600)`,
      ),
    );
    server.wait(120_000);
    await slowFrom(0, ask);
    const { rowCount } = await server.database.owner((client) => client.query('select from slow_query'));
    expect(rowCount).toBe(500);
    await server.addUser('valuer', 'valuer', '*');
    const valuer = await server.tokenOf('valuer');
    expect((await server.call('GET', '/app/server/slow', { token: valuer })).status).toBe(403);
    expect((await server.call('GET', '/app/server/retention', { token: valuer })).status).toBe(403);
  });

  it('is not kept below the limit', async () => {
    server.wait(120_000);
    await server.database.owner((client) => client.query('delete from slow_query'));
    const items = await slowFrom(600_000, () =>
      server.database.read(itself, {}, (client) => client.query('select 1')),
    );
    expect(items).toEqual([]);
  });
});

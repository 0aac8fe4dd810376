// A server that goes on while a newer program brings the tables to its own version.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseClient } from '#server/database/client.ts';
import { codeOf, NewerSchemaError, OtherSchemaError } from '#server/database/errors.ts';
import { type Migration, migrate, readMigrations } from '#server/database/migrate.ts';
import type { Database } from '#server/database/open-database.ts';
import { openTarget } from '#server/database/open-database.ts';
import type { JobHandler, JobKind } from '#server/jobs/job-kind.ts';
import { readJob } from '#server/jobs/job-store.ts';
import { createJobRunner } from '#server/jobs/runner.ts';
import { createTestDatabase, everybody } from '#tests/support/database.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';

const slow = { timeout: 60_000 };

/** A newer program's migrations, one after the other. */
function newerProgram(database: Database) {
  const steps: Migration[] = [...readMigrations()];
  return (sql: string) => {
    const number = steps.length === readMigrations().length ? 900 : (steps.at(-1)?.number ?? 0) + 1;
    steps.push({ number, name: 'of_the_newer', sql, checksum: sql });
    return database.connection((client) => migrate(client, { migrations: steps, log: () => {} }));
  };
}

const misfit = (client: DatabaseClient) => client.query('select gone from sale');

let server: TestServer;
let token: string;
let bring: ReturnType<typeof newerProgram>;
beforeAll(async () => {
  server = await startTestApp({ screens });
  await addSales(server.database);
  token = await server.tokenOf('admin');
  bring = newerProgram(server.database);
});
afterAll(() => server.close());

const get = (path: string) => server.call('GET', path, { token });
const report = (least: number) =>
  server.call('POST', '/query', {
    token,
    body: { screen: 'report/counts', source: 'rows', params: { dst: 'all', least } },
  });
const save = async (body: object) => {
  const { json } = await get('/sales/1');
  return server.call('PUT', '/sales/1', { token, body: { version: json.version, ...body } });
};
const kept = () =>
  server.database.owner(async (client) => [
    (await client.query('select id, version, suburb from sale order by id')).rows,
    (await client.query('select count(*)::integer as n from audit')).rows,
  ]);
const faults = async (): Promise<readonly string[]> => (await server.call('GET', '/health')).json.faults;

describe('a server whose tables a newer program changes', () => {
  it('takes what its own statements get wrong for that, while nobody has', async () => {
    const error = await server.database.read(everybody, {}, misfit).catch((reason: unknown) => reason);
    expect([codeOf(error), error instanceof NewerSchemaError]).toEqual(['42703', false]);
    expect(await faults()).not.toContain('schema');
  });

  it('lets a save that is under way end, and the tables are changed behind it', async () => {
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const saving = server.database.write(everybody, async (client) => {
      await client.query("update sale set suburb = 'UNDER WAY' where id = 2");
      await held;
    });
    const waiting = async (mode: string, granted: boolean) =>
      server.database.owner(async (client) => {
        const { rowCount } = await client.query(
          "select from pg_locks where relation = 'sale'::regclass and mode = $1 and granted = $2",
          [mode, granted],
        );
        return rowCount !== 0;
      });
    await expect.poll(() => waiting('RowExclusiveLock', true), slow).toBe(true);
    const changing = bring('alter table sale add column of_the_newer text');
    await expect.poll(() => waiting('AccessExclusiveLock', false), slow).toBe(true);
    go();
    await saving;
    expect(await changing).toEqual([900]);
    expect((await get('/sales/2')).json.suburb).toBe('UNDER WAY');
  });

  it('serves and saves what still fits, and says that it is the older one', async () => {
    expect((await save({ suburb: 'STILL' })).status).toBe(200);
    expect((await get('/sales/1')).json.suburb).toBe('STILL');
    expect((await report(1)).status).toBe(200);
    const health = await server.call('GET', '/health');
    expect([health.status, health.json.status]).toEqual([200, 'degraded']);
    expect(await faults()).toContain('schema');
    const { json } = await get('/app/server');
    expect(json.faults.map((fault: { text: string }) => fault.text).join()).toContain(
      'was brought to migration 900 (of_the_newer) by a newer program',
    );
  });

  it('refuses in a sentence what does not, keeps none of it, and goes on with the rest', async () => {
    const { version } = (await get('/sales/2')).json;
    await bring('alter table sale rename column street_name to way_name');
    const before = await kept();
    const refusal = { code: 'older-program', message: expect.stringContaining('Nothing was saved') };
    const saved = await server.call('PUT', '/sales/2', { token, body: { version, street_name: 'NEW' } });
    expect([saved.status, saved.headers['retry-after']]).toEqual([503, '5']);
    expect(saved.json).toMatchObject(refusal);
    // Another question, of which no run is kept.
    const ran = await report(2);
    expect([ran.status, ran.json]).toEqual([503, expect.objectContaining(refusal)]);
    expect(await kept()).toEqual(before);
    expect((await get('/app/userinfo')).status).toBe(200);
    await bring('alter table sale rename column way_name to street_name');
    expect((await save({ street_name: 'AGAIN' })).status).toBe(200);
  });
});

describe('a program that is older than its tables', () => {
  const runner = (database: Pick<Database, 'owner' | 'newerSchema'>, run: JobHandler, repeats: boolean) => {
    const lane = { id: 'test', most: 1 };
    const may = repeats ? { repeats: true as const } : {};
    const kind: JobKind = { id: `long ${repeats}`, lane, permission: 'admnU', run, ...may };
    const jobs = createJobRunner({ database, kinds: [kind], log: () => {} });
    return {
      jobs,
      start: async () => (await jobs.start(kind.id, { payload: {}, userId: null })) as number,
      end: async (id: number) => {
        await jobs.look();
        await jobs.idle();
        return readJob(server.database, id);
      },
    };
  };
  const done: JobHandler = async () => ({ result: 'done' });
  const unfit: JobHandler = () => server.database.read(everybody, {}, misfit).then(() => ({ result: 'no' }));

  it('begins no job, and leaves them to one that fits', async () => {
    const older = runner(server.database, done, false);
    const id = await older.start();
    expect(await older.end(id)).toMatchObject({ state: 'queued', attempts: 0 });
    await older.jobs.close();
    const fitting = runner({ ...server.database, newerSchema: async () => null }, done, false);
    expect(await fitting.end(id)).toMatchObject({ state: 'done' });
    await fitting.jobs.close();
  });

  it.each([
    [true, { state: 'queued', attempts: 1 }],
    [false, { state: 'failed', problem: expect.stringContaining('still of the version before') }],
  ])('ends what it had begun; one that may be begun anew (%s) is left to another', async (repeats, end) => {
    let asked = 0;
    const newerSchema = async () => (asked++ === 0 ? null : { number: 900, name: 'of_the_newer' });
    const older = runner({ ...server.database, newerSchema }, unfit, repeats);
    expect(await older.end(await older.start())).toMatchObject(end);
    await older.jobs.close();
  });

  it('does not start', async () => {
    const test = await createTestDatabase();
    await newerProgram(test.database)('select 1');
    const parts = { dataDir: server.context.config.dataDir, log: () => {} };
    await expect(openTarget({ url: test.url }, parts, 'again', async () => {})).rejects.toThrow(
      OtherSchemaError,
    );
    await test.drop();
  });
});

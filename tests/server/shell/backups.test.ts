import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/database/open-database.ts';
import { otherDatabase } from '#server/database/pool.ts';
import { createScratch, dropScratch, scratchPrefix, testBackup } from '#server/modules/backup/try-restore.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales } from '#tests/support/http-fixture.ts';

let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await startTestApp();
  await addSales(server.database);
  admin = await server.tokenOf('admin');
});
beforeEach(() => server.wait(1_000));
afterAll(() => server.close());

const folder = () => join(server.context.config.dataDir, 'backups');
const list = async () => (await server.call('GET', '/app/backups', { token: admin })).json;
const idle = () => server.context.jobs.idle();
const make = async () => {
  const { json } = await server.call('POST', '/app/backups', { token: admin });
  await idle();
  return (await list()).jobs.find(({ id }: { id: number }) => id === json.job_id).backup as string;
};
const run = (id: string) => server.call('POST', `/app/backups/${id}/test`, { token: admin });
const scratch = async () => {
  const { rows } = await server.database.owner((client) =>
    client.query('select datname from pg_database where starts_with(datname, $1)', [
      scratchPrefix(server.database.place),
    ]),
  );
  return rows;
};

describe('backups', () => {
  it('are made as a job, listed and downloaded whole', async () => {
    expect(await list()).toEqual({ items: [], jobs: [] });
    const id = await make();
    const { items, jobs } = await list();
    expect(items).toMatchObject([{ id, made_by: 'Administrator', tested_at: null, test_state: null }]);
    expect(jobs[0]).toMatchObject({ kind: 'backup', state: 'done', progress: 100, backup: id });
    const file = await server.call('GET', `/app/backups/${id}/file`, { token: admin });
    expect(file.headers['content-type']).toBe('application/gzip');
    expect(file.headers['content-disposition']).toBe(`attachment; filename="${id}"`);
    expect(file.bytes.length).toBe(items[0].size_bytes);
    const lines = gunzipSync(file.bytes).toString('utf8').trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ end: true, rows: { sale: 6 } });
    expect(server.log.entries.some(({ entry }) => Reflect.get(entry, 'event') === 'backup-downloaded')).toBe(
      true,
    );
  });

  it('are tried beside the data: restored, counted, compared, and the scratch database is dropped', async () => {
    const id = await make();
    await server.database.owner((client) =>
      client.query(`insert into sale (district_code, dealing_number) values ('001', 'N1'), ('001', 'N2')`),
    );
    expect((await run(id)).status).toBe(200);
    await idle();
    const item = (await list()).items.find((one: { id: string }) => one.id === id);
    expect(item).toMatchObject({ test_state: 'done', test_problem: null });
    expect(item.tested_at).not.toBeNull();
    const { rows } = await server.database.owner((client) =>
      client.query(`select result from job where kind = 'backup-test' order by id desc limit 1`),
    );
    const result: unknown = rows[0]?.result;
    expect(result).toMatchObject({ since: expect.arrayContaining([{ table: 'sale', backup: 6, now: 8 }]) });
    expect(await scratch()).toEqual([]);
    const { rows: sales } = await server.database.owner((client) =>
      client.query('select count(*)::integer as n from sale'),
    );
    expect(sales).toEqual([{ n: 8 }]);
  });

  it('that are damaged are found by trying them', async () => {
    const id = await make();
    const whole = await server.call('GET', `/app/backups/${id}/file`, { token: admin });
    const text = gunzipSync(whole.bytes).toString('utf8');
    const damaged = {
      'cut.cadastre.gz': whole.bytes.subarray(0, whole.bytes.length - 200),
      'short.cadastre.gz': gzipSync(text.replace(/("rows":\{.*"sale":)\d+/, '$177')),
      'no-backup.cadastre.gz': Buffer.from('hello'),
    };
    for (const [name, bytes] of Object.entries(damaged)) {
      writeFileSync(join(folder(), name), bytes);
      await run(name);
      await idle();
      const item = (await list()).items.find((one: { id: string }) => one.id === name);
      expect([name, item.test_state, item.test_problem === null]).toEqual([name, 'failed', false]);
    }
    expect(await scratch()).toEqual([]);
  });

  it('say so where the database user may not create a database', async () => {
    const id = await make();
    const poor: Database = {
      ...server.database,
      connection: (work, name) =>
        server.database.connection(async (client) => {
          await client.query('set role cadastre_reader');
          return work(client);
        }, name),
    };
    await expect(testBackup(poor, join(folder(), id), () => {})).rejects.toThrow(
      'alter role <that user> createdb',
    );
  });

  it('say so where the disk has no room for another database as large', async () => {
    const embedded: Database = { ...server.database, folder: folder() };
    await expect(createScratch(embedded, 'check', async () => 3_000_000)).rejects.toThrow(
      /^This takes about [\d,]+ MB while it runs, and the disk of .* has 3 MB left\. Make room, then repeat it\.$/,
    );
    expect(await scratch()).toEqual([]);
    const made = await createScratch(embedded, 'check', async () => 100_000_000_000);
    await dropScratch(server.database, made);
    // What lies elsewhere is not asked.
    await dropScratch(server.database, await createScratch(server.database, 'check', async () => 0));
  });

  it('of a process that was killed are marked, and its scratch database is dropped at the next start', async () => {
    const left = `${scratchPrefix(server.database.place)}left`;
    await server.database.connection((client) => client.query(`create database ${left}`));
    await server.database.owner((client) =>
      client.query(
        `insert into job (kind, state, payload, locked_by, heartbeat_at)
         values ('backup', 'running', '{"backup": "half.cadastre.gz"}', 'elsewhere:1:1', now() - interval '1 day')`,
      ),
    );
    expect(await scratch()).toHaveLength(1);
    await server.context.jobs.look();
    await idle();
    expect(await scratch()).toEqual([]);
    expect((await list()).jobs[0]).toMatchObject({ state: 'failed', backup: 'half.cadastre.gz' });
    expect((await list()).jobs[0].problem).toContain('Interrupted');
  });

  it('find another database of the same server whatever its address looks like', () => {
    const other = (url: string) => otherDatabase({ url }, 'b c');
    expect(other('postgres://u:p%2F@h:5/a?sslmode=require')).toEqual({
      url: 'postgres://u:p%2F@h:5/b%20c?sslmode=require',
    });
    expect(other('postgresql://h')).toEqual({ url: 'postgresql://h/b%20c' });
    expect(other('postgres://u@/a?host=/run/x&port=5')).toEqual({
      url: 'postgres://u@/b%20c?host=/run/x&port=5',
    });
  });

  it('are deleted with a row in the audit, but not while something is done with them', async () => {
    const id = await make();
    const { rows: jobs } = await server.database.owner((client) =>
      client.query(
        `insert into job (kind, key, state, payload, locked_by, heartbeat_at)
         values ('backup-test', $1, 'running', jsonb_build_object('backup', $1::text), 'another', now()) returning id`,
        [id],
      ),
    );
    const remove = () => server.call('DELETE', `/app/backups/${id}`, { token: admin });
    expect([(await remove()).status, (await run(id)).status]).toEqual([422, 422]);
    await server.database.owner((client) =>
      client.query(`update job set state = 'failed' where id = $1`, [jobs[0]?.id]),
    );
    expect((await remove()).status).toBe(204);
    expect(readdirSync(folder())).not.toContain(id);
    expect((await remove()).status).toBe(404);
    const { rows } = await server.database.owner((client) =>
      client.query(
        `select action from audit where table_name = 'backup' and fields::text like '%' || $1 || '%' order by id`,
        [id],
      ),
    );
    expect(rows).toEqual([{ action: 'insert' }, { action: 'delete' }]);
  });

  it('have names that lead nowhere else', async () => {
    for (const id of ['..%2Fsecret', '%2e%2e%2fsecret', 'secret', '.cadastre.gz', 'a.cadastre.gz.part'])
      for (const [method, path] of [
        ['GET', '/file'],
        ['POST', '/test'],
        ['DELETE', ''],
      ] as const)
        expect((await server.call(method, `/app/backups/${id}${path}`, { token: admin })).status).toBe(404);
  });
});

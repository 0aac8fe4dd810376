import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Migration, migrate, readMigrations } from '#server/database/migrate.ts';
import { bringUpToDate } from '#server/database/open-database.ts';
import { clientConfig } from '#server/database/pool.ts';
import { prepareRoles } from '#server/database/roles.ts';
import { schemaToItself } from '#server/database/schema-lock.ts';
import { createEmptyDatabase } from '#tests/support/database.ts';

const silent = () => {};

const step = (number: number, sql: string): Migration => ({
  number,
  name: `step_${number}`,
  sql,
  checksum: `sum of ${sql}`,
});

describe('migrations', () => {
  let place: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let client: pg.Client;

  beforeAll(async () => {
    place = await createEmptyDatabase();
    client = new pg.Client(clientConfig({ url: place.url }));
    await client.connect();
    await prepareRoles(client, silent);
  });

  afterAll(async () => {
    await client.end();
    await place.drop();
  });

  it('apply once, in order, and leave a repeat nothing to do', async () => {
    const all = readMigrations();
    const applied = await migrate(client, { migrations: all, log: silent });
    expect(applied).toEqual(all.map((migration) => migration.number));
    expect([...applied].sort((a, b) => a - b)).toEqual(applied);
    expect(await migrate(client, { migrations: all, log: silent })).toEqual([]);
  });

  it('wait for another server that changes the schema, and begin when it is done', async () => {
    let open = () => {};
    const first = schemaToItself({ url: place.url }, () => new Promise<void>((done) => (open = done)));
    const waiting = async () => {
      const { rows } = await client.query<{ granted: boolean }>(
        `select l.granted from pg_locks l join pg_database d on d.oid = l.database
         where l.locktype = 'advisory' and d.datname = current_database() order by l.granted`,
      );
      return rows.map(({ granted }) => granted);
    };
    await expect.poll(waiting, { timeout: 60_000 }).toEqual([true]);
    let begun = false;
    const second = bringUpToDate({ url: place.url }, { dataDir: '/tmp', log: silent }).then(() => {
      begun = true;
    });
    await expect.poll(waiting, { timeout: 60_000 }).toEqual([false, true]);
    expect(begun).toBe(false);
    open();
    await Promise.all([first, second]);
    expect(await waiting()).toEqual([]);
  });

  it('run once when two servers start together', async () => {
    const other = new pg.Client(clientConfig({ url: place.url }));
    await other.connect();
    const migrations = [...readMigrations(), step(900, 'create table once (id integer)')];
    const both = await Promise.all(
      [client, other].map((one) =>
        schemaToItself({ url: place.url }, () => migrate(one, { migrations, log: silent })),
      ),
    );
    await other.end();
    expect(both.flat()).toEqual([900]);
  });

  it('refuse a database that is newer than the program', async () => {
    await expect(migrate(client, { migrations: readMigrations(), log: silent })).rejects.toThrow(
      'The database is newer than this program: migration 900',
    );
  });

  it('refuse a file that was changed after it had been applied', async () => {
    const migrations = [...readMigrations(), step(900, 'create table twice (id integer)')];
    await expect(migrate(client, { migrations, log: silent })).rejects.toThrow('was changed after');
  });

  it('leave nothing of a step that fails, and call for a backup first', async () => {
    const known = [...readMigrations(), step(900, 'create table once (id integer)')];
    const asked: number[][] = [];
    const failing = migrate(client, {
      migrations: [...known, step(901, 'create table half (id integer); select 1 / 0')],
      log: silent,
      beforeChange: async (from, to) => {
        asked.push([from, to]);
      },
    });
    await expect(failing).rejects.toThrow(
      'Migration 901 (step_901) failed and was undone: division by zero.',
    );
    expect(asked).toEqual([[900, 901]]);
    expect((await client.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
    expect(await migrate(client, { migrations: known, log: silent })).toEqual([]);
  });

  it.each([
    ['what cannot be read', "select 'é𝄞';\nselect nothing from nowhere", 2, 21],
    [
      'what fails while it runs',
      '-- why\ncreate table half (id integer);\n\n  select 1 / 0;\nselect 2',
      4,
      3,
    ],
    ['what fails in a body', 'select 1;\ndo $$ begin\n  raise exception $m$no$m$;\nend $$', 2, 1],
  ])('say file, line and column of %s', async (_, sql, line, column) => {
    const known = [...readMigrations(), step(900, 'create table once (id integer)')];
    const failed = await migrate(client, { migrations: [...known, step(901, sql)], log: silent }).catch(
      (error: unknown) => error,
    );
    expect(failed).toMatchObject({ file: 'server/database/migrations/901_step_901.sql', line, column });
    expect(String(failed)).toContain(
      `Look at server/database/migrations/901_step_901.sql:${line}:${column}.`,
    );
    expect((await client.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
  });
});

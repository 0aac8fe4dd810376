import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeBackup } from '#server/database/backup.ts';
import { clientConfig, sessionSettings } from '#server/database/pool.ts';
import { type RestoreOptions, restoreBackup } from '#server/database/restore.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { temporaryFolder, withClient } from '#tests/support/database-server.ts';
import { checksumsOf } from './checksums.ts';

const silent = () => {};

/** What triggers made of the rows. */
const derivedOf = async (client: pg.Client) => ({
  inForce: (await client.query('select to_jsonb(f) as kept from property_in_force f order by property_id'))
    .rows,
  lastSales: (await client.query('select to_jsonb(s) as kept from property_last_sale s order by property_id'))
    .rows,
});

/** Its indexes and keys, and what fires. */
const schemaOf = async (client: pg.Client) =>
  (
    await client.query(`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
      join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace
      union all
      select conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
      union all
      select tgrelid::regclass || ' ' || tgname, tgenabled::text from pg_trigger where not tgisinternal order by 1, 2`)
  ).rows;

describe('a backup', () => {
  const folder = temporaryFolder('backup');
  const file = join(folder.path, 'all.cadastre.gz');
  let source: TestDatabase;

  const restoreInto = (url: string, from: string) =>
    withClient(url, async (client: pg.Client) => {
      await client.query(sessionSettings);
      return restoreBackup(client, from, silent);
    });

  beforeAll(async () => {
    source = await createTestDatabase();
    await source.database.owner(async (client) => {
      await client.query(
        `insert into app_user (id, username, full_name) values (1, 'admin', 'A\\tdmin\n\\.\nx')`,
      );
      await client.query(`insert into property (id, district_code, suburb, internal_notes)
        select g, '001', 'SUB' || g, case when g % 3 = 0 then E'line\n\\\\.\nnext\ttab' || repeat('x', 600) end from generate_series(1, 3000) g`);
      await client.query(`insert into property_value (property_id, base_date, land_value)
        select g, '2025-07-01', g * 1000 from generate_series(1, 3000) g`);
      await client.query(`insert into sale (district_code, property_id, dealing_number, contract_date, vendors)
        values ('001', 1, 'AB1', '2025-01-02', array['A, B', '"quoted"', null])`);
      await client.query(
        `insert into audit (table_name, row_id, action, fields) values ('property', 1, 'update', '{"a": 1}')`,
      );
      await client.query("update sysparam set value = '2024-07-01' where name = 'CURRBASE'");
    });
    await withClient(source.url, (client) => writeBackup(client, file));
  });

  afterAll(async () => {
    await source.drop();
    folder.remove();
  });

  it('restores to the same rows in a database that knew nothing', async () => {
    const target = await createEmptyDatabase();
    const rows = await restoreInto(target.url, file);
    expect(rows.property).toBe(3000);
    const all = async (client: pg.Client) => [
      await checksumsOf(client),
      await derivedOf(client),
      await schemaOf(client),
    ];
    expect(await withClient(target.url, all)).toEqual(await withClient(source.url, all));
    // Nothing follows from a row that comes back, so no district is told to have changed.
    const changed = `select from report_runs.district_change where district_code ~ '^[0-9]'`;
    expect((await withClient(target.url, (client) => client.query(changed))).rowCount).toBe(0);
    expect((await withClient(source.url, (client) => client.query(changed))).rowCount).toBeGreaterThan(0);
    await target.drop();
  });

  it('removes what a killed process left of another, and nothing that is being written', async () => {
    const place = temporaryFolder('backup-left');
    const left = join(place.path, 'killed.cadastre.gz.part');
    for (const path of [left, join(place.path, 'other.cadastre.gz.part'), join(place.path, 'old.part')])
      writeFileSync(path, 'half');
    const yesterday = new Date(Date.now() - 24 * 60 * 60_000);
    for (const path of [left, join(place.path, 'old.part')]) utimesSync(path, yesterday, yesterday);
    await withClient(source.url, (client) => writeBackup(client, join(place.path, 'new.cadastre.gz')));
    expect(readdirSync(place.path).sort()).toEqual(['new.cadastre.gz', 'old.part', 'other.cadastre.gz.part']);
    place.remove();
  });

  it('restores over what the migrations and seeds put in, and goes on counting behind the highest id', async () => {
    const target = await createTestDatabase();
    await restoreInto(target.url, file);
    const ids = await target.database.owner(async (client) => [
      (await client.query("insert into sale (district_code) values ('002') returning id")).rows[0]?.id,
      (await client.query("insert into app_user (username, full_name) values ('b', 'B') returning id"))
        .rows[0]?.id,
    ]);
    expect(ids).toEqual([2, 2]);
    await target.drop();
  });

  it('whose indexes are made last, and whose tables come in parts, comes to the same', async () => {
    const [plain, large] = [await createEmptyDatabase(), await createEmptyDatabase()];
    const told: (readonly [number, string])[] = [];
    const restore = (url: string, options: RestoreOptions) =>
      withClient(url, async (client: pg.Client) => {
        await client.query(sessionSettings);
        const rows = await restoreBackup(client, file, silent, options);
        return [rows, await checksumsOf(client), await derivedOf(client), await schemaOf(client)];
      });
    const wanted = await restore(plain.url, { parts: null });
    const found = await restore(large.url, {
      parts: 20_000,
      told: (share, message) => void told.push([share, message]),
    });
    expect(found).toEqual(wanted);
    expect(wanted[2]).toMatchObject({ inForce: { length: 3000 }, lastSales: { length: 1 } });
    const said = told.map(([, message]) => message);
    expect(said.filter((message) => message === 'Loading property_value').length).toBeGreaterThan(2);
    expect(said).toContain('Making property_address_order');
    const shares = told.map(([share]) => share);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBeLessThanOrEqual(1);
    for (const target of [plain, large]) await target.drop();
  });

  it('tells how far it is, within a large table too', async () => {
    const told: (readonly [string, number])[] = [];
    await withClient(source.url, (client) =>
      writeBackup(client, join(folder.path, 'told.gz'), (table, share) => void told.push([table, share])),
    );
    const shares = told.map(([, share]) => share);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect([shares[0], Math.max(...shares) <= 1]).toEqual([0, true]);
    expect(told.filter(([table]) => table === 'property').length).toBeGreaterThan(1);
    expect(told.filter(([table]) => table === 'role')).toHaveLength(1);
  });

  it('is refused by a database that holds data', async () => {
    await expect(restoreInto(source.url, file)).rejects.toThrow('The database holds data (table app_user)');
  });

  it('that is damaged leaves nothing', async () => {
    const text = gunzipSync(readFileSync(file)).toString('utf8');
    const broken: readonly (readonly [string, string])[] = [
      [text.slice(0, text.indexOf('"table":"property"') + 5_000), 'it ends within a table'],
      [text.replace(/("rows":\{.*"property":)3000/, '$12999'), 'table property has 3000 rows, not 2999'],
      ['{"format":"other"}\n', 'is no backup of Cadastre'],
      [text.replace(/"checksum":"[0-9a-f]{64}"/, '"checksum":"x"'), 'made by another version'],
    ];
    const target = await createEmptyDatabase();
    for (const [content, message] of broken) {
      const path = join(folder.path, 'broken.gz');
      writeFileSync(path, gzipSync(content));
      await expect(restoreInto(target.url, path)).rejects.toThrow(message);
    }
    const left = await withClient(target.url, (client) => client.query('select count(*) as n from property'));
    expect(left.rows).toEqual([{ n: 0 }]);
    await restoreInto(target.url, file);
    await target.drop();
  });

  it('taken while others write holds one moment only', async () => {
    const busy = await createTestDatabase();
    let writing = true;
    const writer = (async () => {
      for (let id = 1; writing; id++)
        await busy.database.owner(async (client) => {
          await client.query("insert into property (id, district_code) values ($1, '001')", [id]);
          await client.query(
            "insert into property_value (property_id, base_date, land_value) values ($1, '2025-07-01', 1)",
            [id],
          );
        });
    })();
    const path = join(folder.path, 'busy.gz');
    const client = new pg.Client(clientConfig({ url: busy.url }));
    await client.connect();
    const rows = await writeBackup(client, path);
    await client.end();
    writing = false;
    await writer;
    expect(rows.property).toBe(rows.property_value);
    await busy.drop();
  });
});

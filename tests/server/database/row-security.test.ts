import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { prepareTable, proveRowSecurity, reachableTables } from './prove-row-security.ts';

describe('row security of every table that requests reach', () => {
  let test: TestDatabase;
  let tables: readonly string[];

  const inTransaction = <Result>(work: (client: pg.Client) => Promise<Result>) =>
    test.database.connection(async (client) => {
      await client.query('begin');
      const result = await work(client);
      await client.query('rollback');
      return result;
    });
  const proved = (table: string, script: string) =>
    inTransaction(async (client) => {
      await client.query(script);
      return proveRowSecurity(client, await prepareTable(client, table));
    });

  beforeAll(async () => {
    test = await createTestDatabase();
    tables = await test.database.connection(reachableTables);
  });
  afterAll(() => test.drop());

  it('lets through what lies inside a policy and nothing else, and would not stay green without it', async () => {
    expect(tables.length).toBeGreaterThan(20);
    const faults: string[] = [];
    const unseen: string[] = [];
    for (const table of tables)
      await inTransaction(async (client) => {
        const prepared = await prepareTable(client, table);
        faults.push(...(await proveRowSecurity(client, prepared)));
        await client.query(`alter table ${table} disable row level security`);
        const open = await proveRowSecurity(client, prepared, ['select']);
        if (!open.some((fault) => fault.includes('lies outside'))) unseen.push(table);
      });
    expect(faults).toEqual([]);
    expect(unseen).toEqual([]);
  });

  it('sees a policy that is gone, that forgets the data set, and that checks less than it shows', async () => {
    expect(await proved('sale', 'drop policy own_rows on sale')).toContain(
      'sale: cadastre_reader may not select a row that lies inside',
    );
    const districts = 'district_code = any ((select app_districts())::text[])';
    const whole = `${districts} and ((select app_dataset()) = 'both' or synthetic = ((select app_dataset()) = 'synthetic'))`;
    expect(
      await proved('sale', `alter policy own_rows on sale using (${districts}) with check (${districts})`),
    ).toContain('sale: cadastre_reader may select a row that lies outside by synthetic');
    expect(
      await proved('sale', `alter policy own_rows on sale using (${whole}) with check (${districts})`),
    ).toContain('sale: cadastre_writer may insert a row that lies outside by synthetic');
  });

  it('covers a table that was declared a moment ago', async () => {
    const owner = `create table owner (id bigint generated always as identity primary key,
      district_code district_code not null references district (code), name text not null);
      select record_table('owner', 'district')`;
    expect(await proved('owner', owner)).toEqual([]);
    expect(
      await proved('owner', `${owner}; alter policy own_rows on owner using (true) with check (true)`),
    ).toContain('owner: cadastre_writer may delete a row that lies outside by district_code');
  });
});

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
        const open = await proveRowSecurity(client, prepared, ['select', 'insert']);
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
    ).toContain('owner: cadastre_writer may delete a row that lies outside by synthetic');
    // Whatever the policies say, a table of districts is not written where one only searches.
    expect(await proved('owner', `${owner}; drop policy work_delete on owner`)).toEqual([
      'owner: cadastre_writer may delete a row that lies in a district that may only be searched',
    ]);
  });

  it('gives rows inside a record to whoever sees the record, and takes nothing from outside', async () => {
    const rows = `create table owner (id bigint generated always as identity primary key,
        district_code district_code not null, name text);
      create table owner_pet (id bigint generated always as identity primary key,
        owner_id bigint not null references owner (id) on delete cascade, name text);
      select record_table('owner', 'district'); select child_table('owner_pet', 'owner');
      insert into owner (district_code, name) values ('001', 'Anna'), ('002', 'Bert');
      insert into owner_pet (owner_id, name) values (1, 'Cat'), (2, 'Dog')`;
    const asked = (script: string, more = '', work = '001') =>
      inTransaction(async (client) => {
        await client.query(`${rows};${more}
          set local cadastre.districts = '001'; set local cadastre.work_districts = '${work}'; set local cadastre.dataset = 'real'; set local cadastre.user_id = '5';
          set local role cadastre_writer`);
        try {
          return (await client.query<{ name: string }>(script)).rows.map(({ name }) => name);
        } catch (error) {
          return error instanceof Error ? error.message : error;
        }
      });
    const refused = 'new row violates row-level security policy for table "owner_pet"';
    expect(await asked('select name from owner_pet')).toEqual(['Cat']);
    expect(await asked("update owner_pet set name = 'Eel' returning name")).toEqual(['Eel']);
    expect(await asked('delete from owner_pet returning name')).toEqual(['Cat']);
    expect(await asked("insert into owner_pet (owner_id, name) values (1, 'Fox') returning name")).toEqual([
      'Fox',
    ]);
    expect(await asked("insert into owner_pet (owner_id, name) values (2, 'Fox')")).toBe(refused);
    expect(await asked('update owner_pet set owner_id = 2')).toBe(refused);
    // Who may only search the record's district reads them, and that is all.
    expect(await asked('select name from owner_pet', '', '003')).toEqual(['Cat']);
    expect(await asked("update owner_pet set name = 'Eel' returning name", '', '003')).toEqual([]);
    expect(await asked('delete from owner_pet returning name', '', '003')).toEqual([]);
    expect(await asked("insert into owner_pet (owner_id, name) values (1, 'Fox')", '', '003')).toMatch(
      /^new row violates row-level security policy "work_insert" for table "owner_pet"/,
    );
    // Without the policy the same question shows the other's row.
    expect(
      await asked(
        'select name from owner_pet order by id',
        'alter table owner_pet disable row level security;',
      ),
    ).toEqual(['Cat', 'Dog']);
  });

  /** What the writer of a request is answered: the first column of each row, or why not. */
  const asWriter = (made: string, settings: string, script: string) =>
    inTransaction(async (client) => {
      await client.query(`${made}; ${settings}; set local role cadastre_writer`);
      try {
        const { rows } = await client.query<{ said: string }>(script);
        return rows.map(({ said }) => said);
      } catch (error) {
        return error instanceof Error ? error.message : error;
      }
    });

  it('lets people change their own name, and nothing that says what they may', async () => {
    const people = `insert into app_user (id, username, full_name, email) overriding system value
      values (500, 'ann', 'Ann', 'a@example.org'), (600, 'bob', 'Bob', 'b@example.org')`;
    const ann = "set local cadastre.user_id = '500'; set local cadastre.districts = '001'";
    const manager = `${ann}; set local cadastre.perms = 'userU'`;
    const changed = (set: string, id: number) =>
      `update app_user set ${set} where id = ${id} returning full_name || ' ' || active || ' ' || all_districts as said`;
    const refused = "Of one's own account only the name is changed.";
    expect(await asWriter(people, ann, changed("full_name = 'Anna'", 500))).toEqual(['Anna true false']);
    expect(await asWriter(people, ann, changed("full_name = 'Mine'", 600))).toEqual([]);
    expect(await asWriter(people, manager, changed("full_name = 'Bert'", 600))).toEqual(['Bert true false']);
    for (const set of [
      'all_districts = true',
      'valuer = true',
      "username = 'admin'",
      "api_no = '7'",
      "email = 'x@example.org'",
    ]) {
      expect(await asWriter(people, ann, changed(set, 500))).toBe(refused);
      expect(await asWriter(people, manager, changed(set, 500))).toHaveLength(1);
    }
    // Without the trigger the policy alone would let it through.
    const open = `${people}; drop trigger own_account on app_user`;
    expect(await asWriter(open, ann, changed('all_districts = true', 500))).toEqual(['Ann true true']);
  });

  it("shows one's own files, and those of a record to whom the record was given, and changes no more than that", async () => {
    const made = `insert into app_user (id, username, full_name) overriding system value
      values (500, 'ann', 'Ann'), (600, 'bob', 'Bob');
      insert into attachment (user_id, file, name, type, size_bytes, item_type, item_id)
      values (500, gen_random_uuid(), 'mine', 'image/png', 1, null, null), (600, gen_random_uuid(), 'of 7', 'image/png', 1, 'SA', 7),
        (600, gen_random_uuid(), 'of 8', 'image/png', 1, 'SA', 8), (600, gen_random_uuid(), 'else', 'image/png', 1, 'PR', 7)`;
    const me = "set local cadastre.user_id = '500'";
    const sees = `${me}; set local cadastre.item = 'SA/7'`;
    const may = `${sees}; set local cadastre.changed_item = 'SA/7'`;
    const all = 'select name as said from attachment order by id';
    const tick = 'update attachment set ticked = true returning name as said';
    const gone = 'delete from attachment returning name as said';
    const give = (item: number | null) =>
      `insert into attachment (user_id, file, name, type, size_bytes, item_type, item_id)
       values (500, gen_random_uuid(), 'new', 'image/png', 1, ${item === null ? 'null, null' : `'SA', ${item}`}) returning name as said`;
    const sorted = async (settings: string, script: string) => {
      const said = await asWriter(made, settings, script);
      return Array.isArray(said) ? said.sort() : said;
    };
    expect(await sorted(me, all)).toEqual(['mine']);
    expect(await sorted(sees, all)).toEqual(['mine', 'of 7']);
    expect(await sorted(sees, tick)).toEqual(['mine']);
    expect(await sorted(may, tick)).toEqual(['mine', 'of 7']);
    expect(await sorted(sees, gone)).toEqual(['mine']);
    expect(await sorted(may, gone)).toEqual(['mine', 'of 7']);
    const refused = 'new row violates row-level security policy for table "attachment"';
    expect(await sorted(me, give(null))).toEqual(['new']);
    expect(await sorted(sees, give(7))).toBe(refused);
    expect(await sorted(may, give(7))).toEqual(['new']);
    expect(await sorted(may, give(8))).toBe(refused);
    // A file of the record is not moved to another one.
    expect(await sorted(may, "update attachment set item_id = 8 where name = 'of 7'")).toBe(refused);
  });

  it('lets administrators alone write what the company says of itself', async () => {
    const says = "update sysparam set value = 'x' where name = 'COMPNAME' returning name as said";
    const made = "insert into sysparam (name, value) values ('COMPNAME', 'y') on conflict do nothing";
    const me = "set local cadastre.user_id = '1'";
    expect(await asWriter(made, me, says)).toEqual([]);
    expect(await asWriter(made, `${me}; set local cadastre.perms = 'admnU'`, says)).toEqual(['COMPNAME']);
  });

  it('refuses rows inside a record without a foreign key to it, or of a record that is open', async () => {
    const child = 'create table owner_pet (id bigint primary key, owner_id bigint)';
    const owner = 'create table owner (id bigint generated always as identity primary key)';
    const declared = (script: string) =>
      inTransaction((client) => client.query(`${script}; select child_table('owner_pet', 'owner')`)).catch(
        (error: Error) => error.message,
      );
    expect(await declared(`${owner}; ${child}`)).toMatch(/^The table "owner" is not declared\./);
    expect(await declared(`${owner}; select record_table('owner', 'all'); ${child}`)).toMatch(
      /^Table "owner_pet" has no foreign key to "owner"\./,
    );
  });
});

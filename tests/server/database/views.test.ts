import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commentColumns } from '#server/database/column-comments.ts';
import { applyViews, inOrder, readViews, type View } from '#server/database/views.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

const owners: View = { name: 'owner_record', sql: '-- Owners.\nselect o.* from owner o\n' };
const counts: View = { name: 'a_count', sql: '-- How many.\nselect count(*) as n from owner_record\n' };
const both = [counts, owners];

describe('repeatable views', () => {
  let test: TestDatabase;
  let client: pg.Client;
  let done: () => void;
  let open: Promise<void>;

  beforeAll(async () => {
    test = await createTestDatabase();
  });
  beforeEach(async () => {
    await new Promise<void>((ready, fail) => {
      open = test.database.connection(async (connected) => {
        client = connected;
        await client.query(`create table owner (id bigint generated always as identity primary key,
          district_code district_code not null, name text); select record_table('owner')`);
        ready();
        await new Promise<void>((end) => {
          done = end;
        });
        await client.query('drop view if exists a_count, owner_record, mine; drop table owner');
        await client.query("delete from schema_view where name in ('a_count', 'owner_record')");
      });
      open.catch(fail);
    });
  });
  afterEach(() => {
    done();
    return open;
  });
  afterAll(() => test.drop());

  const columns = async (view: string) =>
    (
      await client.query<{ name: string; note: string | null }>(
        `select attname as name, col_description(attrelid, attnum) as note from pg_attribute
         where attrelid = $1::text::regclass and attnum > 0`,
        [view],
      )
    ).rows;

  it('of the program are made at the start, and once', async () => {
    expect(await applyViews(client)).toEqual([]);
    const { rows } = await client.query<{ name: string }>('select name from schema_view order by name');
    expect(rows.map(({ name }) => name)).toEqual(readViews().map(({ name }) => name));
  });

  it('are made behind those they read, and again when a text changes, with those that read them', async () => {
    expect(await applyViews(client, both)).toEqual(['owner_record', 'a_count']);
    expect(await applyViews(client, both)).toEqual([]);
    const changed = { ...counts, sql: counts.sql.replace('as n', 'as number') };
    expect(await applyViews(client, [changed, owners])).toEqual(['a_count']);
    expect(await applyViews(client, [changed, { ...owners, sql: `${owners.sql}where true` }])).toEqual([
      'owner_record',
      'a_count',
    ]);
  });

  it('take away what reports answered through those of before', async () => {
    await applyViews(client, both);
    const parts = async () =>
      (await client.query<{ n: number }>('select count(*)::integer as n from report_runs.part')).rows[0]?.n;
    await client.query("insert into report_runs.series (key, table_name, used_at) values ('k', 'sk', now())");
    await client.query(
      `insert into report_runs.part (series, district_code, group_code, snapshot, others, row_count, bytes)
       values ('k', '001', '001', pg_current_snapshot(), '{}', 0, 0)`,
    );
    try {
      await applyViews(client, both);
      expect(await parts()).toBe(1);
      await applyViews(client, [counts, { ...owners, sql: `${owners.sql}where true` }]);
      expect(await parts()).toBe(0);
    } finally {
      await client.query("delete from report_runs.series where key = 'k'");
    }
  });

  it('take up what a migration adds, and keep what was said of their columns', async () => {
    await applyViews(client, both);
    await client.query(
      "comment on column owner_record.name is 'As on the deed.'; alter table owner add column phone text",
    );
    await client.query("insert into migration (number, name, checksum) values (901, 'phone', 'x')");
    try {
      expect(await applyViews(client, both)).toEqual(['owner_record', 'a_count']);
    } finally {
      await client.query('delete from migration where number = 901');
    }
    const found = await columns('owner_record');
    expect(found.map(({ name }) => name)).toContain('phone');
    expect(found.find(({ name }) => name === 'name')?.note).toBe('As on the deed.');
    await commentColumns(client, [
      { relation: 'owner_record', column: 'name', note: 'Name.' },
      { relation: 'owner_record', column: 'phone', note: 'Telephone.' },
    ]);
    const told = new Map((await columns('owner_record')).map(({ name, note }) => [name, note]));
    expect([told.get('name'), told.get('phone')]).toEqual(['As on the deed.', 'Telephone.']);
  });

  it('read with the rights of whoever asks', async () => {
    await applyViews(client, both);
    await client.query("insert into owner (district_code, name) values ('001', 'Ann'), ('002', 'Bob')");
    const { rows } = await test.database.read({ userId: 5, districts: ['001'] }, {}, (reader) =>
      reader.query('select name, n from owner_record, a_count'),
    );
    expect(rows).toEqual([{ name: 'Ann', n: 1 }]);
  });

  it('that cannot be made leave the old ones and say where', async () => {
    await applyViews(client, both);
    const broken = { ...owners, sql: '-- Owners.\nselect o.nme\nfrom owner o\n' };
    const failed = await applyViews(client, [counts, broken]).catch((error: unknown) => error);
    expect(failed).toMatchObject({ file: 'server/database/views/owner_record.sql', line: 2, column: 8 });
    expect((await client.query('select n from a_count')).rows).toEqual([{ n: 0 }]);
  });

  it('name what they do not know and what goes in a circle', async () => {
    await applyViews(client, both);
    await client.query('create view mine as select * from owner_record');
    await expect(applyViews(client, [counts, { ...owners, sql: `${owners.sql}where true` }])).rejects.toThrow(
      'The view "owner_record" is to be made anew, but something of this database',
    );
    expect(() => inOrder([counts, { ...owners, sql: 'select n from a_count' }])).toThrow(
      'Views read each other in a circle: a_count, owner_record.',
    );
  });

  it.each([
    ['select o.* from owner o', 'owner'],
    ['select o.*, d.name as district from owner o left join district d on d.code = o.district_code', 'owner'],
    ['select o.*, (select count(*) from sale) as sales from owner o', 'owner'],
    ["select o.* from owner o where o.name <> ''", null],
    // Nor where an index has the condition in it.
    ["select o.* from owner o where o.name = 'A'", null],
    ['select o.* from owner o join district d on d.code = o.district_code', null],
    ['select o.* from owner o left join property p on p.district_code = o.district_code', null],
    ['select o.*, unnest(array[1, 2]) as n from owner o', null],
    ['select distinct o.name from owner o', null],
    ['select o.* from owner o limit 10', null],
    ['select o.* from owner o union all select o.* from owner o', null],
  ])('tell the table of which they have each row once and no other: %s', async (sql, counted) => {
    await client.query("create index on owner (id) where name = 'A'");
    await client.query(`create view mine with (security_invoker = true) as ${sql}`);
    const { rows } = await client.query("select whole_table_of('mine') as counted");
    expect(rows).toEqual([{ counted }]);
  });
});

import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  askRules,
  findingsOf,
  type RuleFinding,
  readRules,
  refuseOpenTables,
} from '#server/database/rules.ts';
import { databaseDiagnostic } from '#server/definitions/database-diagnostics.ts';
import { formatDiagnostic } from '#src/core/diagnostic.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

const table = `create table owner (id bigint generated always as identity primary key,
  district_code district_code not null references district (code), name text)`;
const declared = `${table}; create index on owner (district_code); select record_table('owner', 'district')`;
const condition =
  '(select app_districts()) is null or district_code = any ((select app_districts())::text[])';
const policy = (rest: string) => `create policy p on owner ${rest}`;
const secured = `${declared}; drop policy own_rows on owner`;

/** What breaks each rule, and its nearest neighbour that does not. */
const cases: { readonly [rule: string]: { readonly bad: string; readonly good: string } } = {
  'table-open': { bad: `${table}; grant select on owner to cadastre_reader`, good: declared },
  'policy-asleep': {
    bad: `${declared}; alter table owner disable row level security`,
    good: declared,
  },
  'policy-missing': {
    bad: `${secured}; ${policy(`for select using (${condition})`)}`,
    good: `${secured}; ${policy(`for all using (${condition})`)}`,
  },
  'policy-always-true': { bad: `${secured}; ${policy('using (true)')}`, good: declared },
  'view-as-owner': {
    bad: `${declared}; create view owner_record as select * from owner; grant select on owner_record to cadastre_reader`,
    good: `${declared}; create view owner_record with (security_invoker = true) as select * from owner; grant select on owner_record to cadastre_reader`,
  },
  'rows-without-security': {
    bad: `create materialized view owner_count as select count(*) as n from property; grant select on owner_count to cadastre_reader`,
    good: `create materialized view owner_count as select count(*) as n from property`,
  },
  'function-as-owner': {
    bad: `create function owner_count() returns bigint language sql security definer return (select count(*) from property)`,
    good: `create function owner_count() returns bigint language sql security definer return (select count(*) from property);
      revoke execute on function owner_count from public`,
  },
  'setting-per-row': {
    bad: `${secured}; ${policy('using (app_districts() is null or district_code = any (app_districts()))')}`,
    good: declared,
  },
  'policies-add-up': {
    bad: `${declared}; ${policy("for select using (name = 'x')")}`,
    good: `${declared}; create policy p on owner as restrictive for select using (name = 'x')`,
  },
  'reference-without-index': { bad: table, good: `${table}; create index on owner (district_code, name)` },
  'index-twice': {
    bad: `${table}; create index on owner (district_code); create index on owner (district_code)`,
    good: `${table}; create index on owner (district_code); create index on owner (district_code) where name = 'x'`,
  },
  'function-path-open': {
    bad: `create function owners() returns bigint language sql as 'select count(*) from property'`,
    good: `create function owners() returns bigint language sql return (select count(*) from property);
      create function more_owners() returns bigint language sql set search_path = public as 'select count(*) from property'`,
  },
  'no-primary-key': { bad: `${declared}; alter table owner drop constraint owner_pkey`, good: declared },
  'secret-within-reach': {
    bad: `${declared}; alter table owner add column reset_token text`,
    good: `${table}; alter table owner add column reset_token text`,
  },
  'check-differs': {
    bad: `${secured}; ${policy(`for all using (${condition}) with check (name = 'x')`)}`,
    good: declared,
  },
  'own-rows-unguarded': {
    bad: `${table}; alter table owner add column user_id bigint; select record_table('owner', 'district')`,
    good: `${table}; alter table owner add column user_id bigint; select record_table('owner', 'user')`,
  },
  'district-unguarded': { bad: `${table}; select record_table('owner', 'all')`, good: declared },
  'index-never-used': {
    bad: `${declared}; create index on owner using gin (name gin_trgm_ops)`,
    good: `${declared}; create index on owner (name); select search_text('owner_record', 'name', 'owner')`,
  },
  'work-unguarded': { bad: `${declared}; drop policy work_update on owner`, good: declared },
  'cast-joined': {
    bad: `${declared}; create function owners(given jsonb) returns bigint language sql set search_path = public as
      $$ select count(*) from jsonb_array_elements(given) e join owner o on o.id = (e.value ->> 'id')::bigint $$`,
    good: `${declared}; create function owners(given jsonb) returns bigint language sql set search_path = public as
      $$ select count(*) from owner o where o.id = (given ->> 'id')::bigint $$`,
  },
  'coalesce-joined': {
    bad: `${declared}; create view joined with (security_invoker = true) as
      select p.id from property p join owner o on o.name = coalesce(p.suburb, p.address)`,
    good: `${declared}; create view joined with (security_invoker = true) as
      select p.id, o.name = coalesce(p.suburb, p.address) as same
      from property p join owner o on o.name = case when p.suburb is null then p.address else p.suburb end`,
  },
  'change-unstamped': { bad: `${declared}; drop trigger stamp on owner`, good: declared },
};

describe('rules about the database', () => {
  let test: TestDatabase;
  const rules = readRules();

  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());

  /** What is found after a script, of which nothing stays. */
  const planted = <Result>(script: string, ask: (client: pg.Client) => Promise<Result>) =>
    test.database.connection(async (client) => {
      await client.query('begin');
      await client.query(script);
      const found = await ask(client);
      await client.query('rollback');
      return found;
    });
  const found = (script: string, name: string): Promise<readonly RuleFinding[]> =>
    planted(script, (client) =>
      askRules(
        client,
        rules.filter((rule) => rule.name === name),
      ),
    );

  it('find nothing in the database as the migrations leave it', async () => {
    const told = await test.database.connection((client) => askRules(client));
    expect(told.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([]);
  });

  it('find the same however the server asks them', async () => {
    const plant = 'create table open_owner (id bigint); grant select on open_owner to cadastre_reader';
    await test.database.owner((client) => client.script(plant));
    const asked = await findingsOf(test.database).finally(() =>
      test.database.owner((client) => client.script('drop table open_owner')),
    );
    expect(asked.map(({ rule }) => rule)).toContain('table-open');
  });

  it.each(Object.keys(cases))('tell what breaks it and not its neighbour: %s', async (name) => {
    const { bad = '', good = '' } = cases[name] ?? {};
    const told = await found(bad, name);
    expect(told).toHaveLength(1);
    expect(told[0]?.message).toContain('owner');
    expect(told[0]?.remedy).not.toBe('');
    expect(await found(good, name)).toEqual([]);
  });

  it('tell a request role that is above row security', async () => {
    const rule = rules.filter(({ name }) => name === 'role-above-policies');
    const { rows } = await test.database.connection((client) =>
      client.query<{ rolname: string }>('select rolname from pg_roles where rolsuper order by oid limit 1'),
    );
    const [above = ''] = rows.map(({ rolname }) => rolname);
    const told = await test.database.connection((client) => askRules(client, rule, [above]));
    expect(told.map(({ place }) => place)).toEqual([above]);
    expect(await test.database.connection((client) => askRules(client, rule))).toEqual([]);
  });

  it('have a case each', () => {
    const tried = [...Object.keys(cases), 'role-above-policies'].sort();
    expect(tried).toEqual(rules.map(({ name }) => name).sort());
  });

  it('take an insert that asks for nothing as always true', async () => {
    const told = await found(`${secured}; ${policy('for insert with check (1 = 1)')}`, 'policy-always-true');
    expect(told).toHaveLength(1);
  });

  it('refuse the start on an open table, which is named with its remedy', async () => {
    const starting = planted(`${table}; grant select on owner to cadastre_reader`, (client) =>
      refuseOpenTables(client),
    );
    await expect(starting).rejects.toThrow(
      'table-open: Table "owner" is open: cadastre_reader may select every row of it. ' +
        "Declare it in a new migration: select record_table('owner', 'district')",
    );
    await expect(planted(declared, (client) => refuseOpenTables(client))).resolves.toBeUndefined();
  });

  it('are told as findings at the migration that made the table', async () => {
    const told = await found('alter table sale disable row level security', 'table-open');
    expect(told.map(databaseDiagnostic).map(formatDiagnostic).join('\n')).toMatch(
      /^server\/database\/migrations\/\d+_\w+\.sql:\d+:1 error table-open Table "sale" is open: /,
    );
  });
});

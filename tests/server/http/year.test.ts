// The year's end: locks, factors and components of districts, and the roll, counted by hand.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { whoOf } from '#server/access/caller.ts';
import { readCaller } from '#server/access/read-caller.ts';
import { readSysparamStamp } from '#server/access/system-parameters.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let admin: string;
let regional: string;
let valuer: string;
beforeAll(async () => {
  server = await startTestApp({ screens: {} });
  await server.addUser('ada', 'administrator', '*');
  await server.addUser('rita', 'administrator', ['001']);
  await server.addUser('vic', 'valuer', ['001']);
  [admin, regional, valuer] = [
    await server.tokenOf('ada'),
    await server.tokenOf('rita'),
    await server.tokenOf('vic'),
  ];
});
afterAll(() => server.close());

// The base date in force is 2020, so that whatever today is the year under work is over. In 001 1 has an event's rating, 2 is
// the primary benchmark, 3 has no future value, 4 is cancelled; 5 lies in 002.
beforeEach(() =>
  server.database.owner((client) =>
    client.script(`
      update sysparam set value = '2020-07-01' where name = 'CURRBASE';
      delete from component_year; delete from factor_run; delete from district_year; delete from audit_note; delete from audit_result;
      delete from verification; delete from benchmark_year; delete from analysis; delete from s28_group; delete from worksheet;
      delete from property; delete from component;
      insert into district (code, name, current) values ('001', 'One', true), ('002', 'Two', true) on conflict do nothing;
      insert into component (district_code, code, zone_code) values ('001', 'AAA', 'R2'), ('002', 'BBB', 'R2');
      insert into property (id, district_code, component_code, risk_rating) values
        (1, '001', 'AAA', '1-ANLYSALE'), (2, '001', 'AAA', '2-ALLOWNCE'), (3, '001', 'AAA', '3-OTHER'), (4, '001', 'AAA', '1-OBJECT'),
        (5, '002', 'BBB', '3-OTHER');
      update property set benchmark_type = 'P' where id = 2;
      update property set status = 'X' where id = 4;
      insert into property_value (property_id, base_date, land_value, method, risk_rating) values
        (1, '2020-07-01', 200000, 'I', '3-OTHER'), (2, '2020-07-01', 300000, 'I', '2-ALLOWNCE'), (3, '2020-07-01', 100000, 'I', '3-OTHER'),
        (5, '2020-07-01', 500000, 'I', '3-OTHER'),
        (1, '2021-07-01', 210000, 'I', '3-OTHER'), (2, '2021-07-01', 330000, 'H', '2-ALLOWNCE'), (5, '2021-07-01', 550000, 'I', '3-OTHER');
      insert into component_year (district_code, component_code, base_date, monthly_pct) values
        ('001', 'AAA', '2020-07-01', 0.5), ('001', 'AAA', '2021-07-01', 1);
      insert into analysis (id, district_code, component_code, contract_date, analysed_lv, alv_lt, alv_future) overriding system value
        values (9, '001', 'AAA', '2021-07-01', 100000, 1, 2);
      insert into district_year (district_code, base_date) values ('001', '2021-07-01'), ('002', '2021-07-01')`),
  ),
);

const rows = async (text: string) => (await server.database.owner((client) => client.query(text))).rows;
const change = (text: string) => server.database.owner((client) => client.script(text));
const command = (verb: string, id: string, body: object, token = admin) =>
  server.call('POST', `/commands/${id}/${verb}`, { token, body });
const idsOf = async (district = '') =>
  (
    await rows(
      `select id from district_year where district_code like '${district}%' and base_date = future_base_date() order by 1`,
    )
  ).map(({ id }) => id);
async function run(id: string, params: object, token = admin, ids?: readonly unknown[]) {
  const body = { params, ...(ids ? { ids } : {}) };
  const shown = await command('preview', id, body, token);
  if (shown.status !== 200) return shown;
  const { done, same, stamp } = shown.json.result;
  return command('run', id, { ...body, expected: done + same, stamp, request_id: randomUUID() }, token);
}
const lock = async (district = '') =>
  run('year_lock', { reason: 'Values are final' }, admin, await idsOf(district));
const close = (state: string, on = '2021-07-01') =>
  change(`update district_year set state = '${state}', locked_by = 1, locked_at = '2022-02-03T03:00:00Z'
    where district_code = '001' and base_date = '${on}'`);
const refused = /^Values of district 001 at 1-Jul-2021 are (locked|rolled over) by .* since 3-Feb-2022\.$/;

describe('the year of a district', () => {
  it('is begun once where it is not, for who administers annual values', async () => {
    await change("delete from district_year where district_code = '002'");
    expect((await command('preview', 'year_begin', { params: {} }, valuer)).status).toBe(403);
    expect((await run('year_begin', {})).json).toMatchObject({ state: 'done', result: { done: 1 } });
    expect((await command('preview', 'year_begin', { params: {} })).json.result).toMatchObject({ found: 0 });
    expect(await rows(`select district_code, base_date::text, state from district_year order by 1`)).toEqual([
      { district_code: '001', base_date: '2021-07-01', state: 'OPEN' },
      { district_code: '002', base_date: '2021-07-01', state: 'OPEN' },
    ]);
  });

  it('is locked with a reason and unlocked again, each in its history; one that is rolled over stays', async () => {
    const [id] = await idsOf('001');
    expect((await command('preview', 'year_lock', { params: {}, ids: [id] })).status).toBe(400);
    expect((await lock('001')).json).toMatchObject({ state: 'done', result: { done: 1 } });
    expect((await server.call('GET', `/districtyears/${id}`, { token: admin })).json).toMatchObject({
      state: 'LOCKED',
      lock_reason: 'Values are final',
      version: 2,
    });
    const flags = { version: 2, general_valuation: true };
    expect(
      (await server.call('PUT', `/districtyears/${id}`, { token: admin, body: flags })).json,
    ).toMatchObject({
      message: expect.stringMatching(/^Values of district 001 at 1-Jul-2021 are locked by /),
    });
    expect((await run('year_unlock', { reason: 'One value is wrong' }, admin, [id])).json).toMatchObject({
      state: 'done',
      result: { done: 1 },
    });
    expect(
      JSON.stringify((await server.call('GET', `/districtyears/${id}/history`, { token: admin })).json),
    ).toMatch(/One value is wrong.*Values are final/);
    expect(
      (await server.call('PUT', `/districtyears/${id}`, { token: admin, body: { ...flags, version: 3 } }))
        .status,
    ).toBe(200);
    expect(
      (
        await server.call('PUT', `/districtyears/${id}`, {
          token: admin,
          body: { ...flags, in_tranche: true },
        })
      ).status,
    ).toBe(409);
    await close('ROLLED');
    expect(
      (await command('preview', 'year_unlock', { params: { reason: 'No' }, ids: [id] })).json.result,
    ).toMatchObject({
      done: 0,
      refused: 1,
      rows: [{ message: expect.stringMatching(refused) }],
    });
  });

  it('is not locked while somebody writes its values, nor written while somebody locks it', async () => {
    const ids = await idsOf('001');
    const locked = await server.database.owner(async (client) => {
      await client.query("select pg_advisory_xact_lock_shared(year_lock_key('001', '2021-07-01'))");
      return run('year_lock', { reason: 'Now' }, admin, ids);
    });
    expect(locked.json.message).toBe(
      'Values of district 001 at 1-Jul-2021 are being written just now. Nothing was changed; try again when that is done.',
    );
    expect(await rows(`select distinct state from district_year`)).toEqual([{ state: 'OPEN' }]);
  });
});

/** Tables whose rows belong to a year; another with a base date is named below, with why it does not close with it. */
const closing: { readonly [table: string]: readonly [insert: string, update: string] } = {
  property_value: [
    `insert into property_value (property_id, base_date, land_value) values (4, '2021-07-01', 1)`,
    `update property_value set handcrafted = true where property_id = 2`,
  ],
  benchmark_year: [
    `insert into benchmark_year (property_id, district_code, component_code, base_date, benchmark_type) values (3, '001', 'AAA', '2021-07-01', 'S')`,
    `update benchmark_year set benchmark_type = 'R'`,
  ],
  component_year: [
    `insert into component_year (district_code, component_code, base_date) values ('001', 'CCC', '2021-07-01')`,
    `update component_year set factor = 1.3 where base_date = '2021-07-01'`,
  ],
  analysis_benchmark: [
    `insert into analysis_benchmark (district_code, analysis_id, property_id, base_date) values ('001', 9, 3, '2021-07-01')`,
    `update analysis_benchmark set comparison = 'SUP'`,
  ],
  s28_group: [
    `insert into s28_group (district_code, name, base_date) values ('001', 'B', '2021-07-01')`,
    `update s28_group set value = 5`,
  ],
  s28_member: [
    `insert into s28_member (group_id, property_id) select id, 3 from s28_group`,
    `update s28_member set weight = 5`,
  ],
  s28_line: [
    `insert into s28_line (group_id, qty) select id, 3 from s28_group`,
    `update s28_line set qty = 5`,
  ],
  lga_index: [
    `insert into lga_index (district_code, crown_class, base_date) values ('001', 'B', '2021-07-01')`,
    `update lga_index set custom_factor = 1.2`,
  ],
  crown_value: [
    `insert into crown_value (crown_property_id, base_date, land_value) select min(id), '2021-07-01', 2 from crown_property where name = 'D'`,
    `update crown_value set land_value = 3`,
  ],
  factor_scenario: [
    `insert into factor_scenario (district_code, base_date, name) values ('001', '2021-07-01', 'B')`,
    `update factor_scenario set comment = 'Higher'`,
  ],
  factor_scenario_line: [
    `insert into factor_scenario_line (scenario_id, component_code, factor) select id, 'CCC', 1.1 from factor_scenario`,
    `update factor_scenario_line set factor = 1.2`,
  ],
};
const open: { readonly [table: string]: string } = {
  district_year: 'It says itself whether it is open; its rules keep what it says.',
  regional_index: 'It is of a region; what its districts are given of it closes with them.',
  factor_run: 'It tells what was written to values, and is written with them alone.',
  index_run: 'It tells what was written to values, and is written with them alone.',
  verification: 'It says that somebody looked, and counts in the cycle of the contract.',
  objection: 'It is lodged against a value in force; what is decided on it is written to the value.',
  supp_value: 'It is what a supp asks for; completed, it is written to the value.',
  worksheet: 'It is working; adopted, it is written to the value.',
  value_import: 'It is what a file said, whatever became of it.',
  received_land_value:
    'It is what a file said; what it writes is written to the value, which its closed year refuses.',
  check_result: 'It is what a check found.',
  report_count: 'It counts what reports found.',
  audit_result: 'It measures values.',
  audit_note: 'It explains a result; a year that is rolled over refuses it by its own rules.',
  report_text: 'It is text.',
  audit_run: 'It says when a test was measured.',
  component_forward: 'It keeps what was brought forward; what that writes is refused where it lies.',
  link_run: 'It keeps what was linked; the links themselves are refused.',
  valuation_file: 'It is made of closed years.',
  vat_exception: 'It explains a value.',
  export_job: 'It is a file that left the office.',
};
/** Functions that write to one of these tables: each is tried on a closed year, or says why it needs not be. */
const writing: { readonly [name: string]: string } = {
  factor_apply: `select factor_apply(1, '{"factor": 1.1}', '{1}', array(
    select factor_seen(version, value_id, value_version, v0) from factor_members('{001}', null, 1.1, '{1}')))`,
  factor_take_back: 'select factor_take_back(array(select id from factor_run))',
  index_apply: `select index_apply(1, '{"year": 2020}', array(select id from crown_property))`,
  index_take_back: 'select index_take_back(array(select id from index_run))',
  worksheet_adopt: 'select worksheet_adopt(max(id)) from worksheet',
  supp_completed: 'select supp_completed(array[max(id)]) from supp',
  property_to_benchmark: `update property set benchmark_type = 'R' where id = 2`,
  settle_verifications: '',
  year_roll: '',
  // Tried where they are tested: link-sales.test.ts, component-report.test.ts, bulk-values.test.ts.
  component_bring_forward: '',
  component_forward_undone: '',
  component_take_forward_back: '',
  link_sales: '',
  link_take_back: '',
  receive_values: '',
  received_values_undo: '',
  unlink_sales: '',
};
const closedFixture = `
  insert into component (district_code, code) values ('001', 'CCC');
  insert into analysis_benchmark (district_code, analysis_id, property_id, base_date) values ('001', 9, 2, '2021-07-01');
  insert into s28_group (district_code, name, base_date) values ('001', 'A', '2021-07-01');
  insert into s28_member (group_id, property_id) select id, 2 from s28_group;
  insert into s28_line (group_id, qty) select id, 2 from s28_group;
  delete from lga_index; insert into lga_index (district_code, crown_class, base_date) values ('001', 'A', '2021-07-01');
  delete from index_run; insert into index_run (district_code, crown_class, base_date, factor) values ('001', 'A', '2021-07-01', 1.1);
  delete from crown_property; insert into crown_property (district_code, name) values ('001', 'C'), ('001', 'D');
  insert into crown_value (crown_property_id, base_date, land_value) select id, '2021-07-01', 1 from crown_property where name = 'C';
  insert into worksheet (property_id, base_date, adopted_value) values (1, '2021-07-01', 7);
  delete from factor_scenario; insert into factor_scenario (district_code, base_date, name) values ('001', '2021-07-01', 'A');
  insert into factor_scenario_line (scenario_id, component_code, factor) select id, 'AAA', 1.1 from factor_scenario;
  delete from supp; insert into supp (property_id, supp_type, received_on) values (1, 'PO', '2021-08-01');
  insert into supp_value (supp_id, base_date, land_value) select id, '2021-07-01', 222000 from supp`;
const held = () =>
  rows(
    `select (select jsonb_agg(to_jsonb(v) order by id) from property_value v) as v, (select jsonb_agg(to_jsonb(b) order by id) from benchmark_year b) as b`,
  );

describe('a closed year', () => {
  const asPerson = async (sql: string) => {
    const caller = await readCaller(
      server.database,
      Number((await rows(`select id from app_user where username = 'ada'`))[0]?.id),
    );
    if (!caller) throw new Error('There is no such user.');
    return server.database
      .write(whoOf(caller), (client) => client.query(sql))
      .then(
        ({ rowCount }) => `${rowCount} rows`,
        (error: Error) => error.message,
      );
  };

  it('closes every table with a base date that is not named as open, and every function that writes there is tried', async () => {
    expect(
      await rows(`select c.relname as table, count(t.tgname)::integer as triggers from pg_class c
        left join pg_trigger t on t.tgrelid = c.oid and t.tgname like 'closed_year_%'
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and (t.tgname is not null or exists (
          select from pg_attribute a where a.attrelid = c.oid and a.attname = 'base_date' and not a.attisdropped))
          and c.relname <> all ('{${Object.keys(open).join(',')}}') group by 1 order by 1`),
    ).toEqual(
      Object.keys(closing)
        .sort()
        .map((table) => ({ table, triggers: 3 })),
    );
    const writes = `(insert into|update|delete from) (only )?(public\\.)?(${Object.keys(closing).join('|')})\\M`;
    const found =
      await rows(`select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
      and pg_get_functiondef(oid) ~* '${writes}' order by 1`);
    expect(found.map(({ name }) => name)).toEqual(Object.keys(writing).sort());
  });

  it.each(['LOCKED', 'ROLLED'])('refuses every write of people, with who and when: %s', async (state) => {
    await change(`${closedFixture}; update setting set flag = false where key = 'supp.rolled.values'`);
    const applied = await run('factor_apply', { factor: 1.2, district: '001', component: 'AAA' }, admin);
    expect(applied.json).toMatchObject({ state: 'done', result: { done: 2 } });
    await close(state);
    const before = await held();
    for (const [table, [insert, update]] of Object.entries(closing)) {
      for (const sql of [insert, update, `delete from ${table}`])
        expect([sql, await asPerson(sql)]).toEqual([sql, expect.stringMatching(refused)]);
    }
    for (const sql of Object.values(writing).filter((sql) => sql !== '' && !/(factor|index)_apply/.test(sql)))
      expect([sql, await asPerson(sql)]).toEqual([sql, expect.stringMatching(refused)]);
    await asPerson(writing.factor_apply ?? '');
    expect(await asPerson(writing.index_apply ?? '')).toBe('1 rows');
    expect(await rows('select count(*)::integer as n from index_run')).toEqual([{ n: 1 }]);
    const preview = async (id: string, params: object, more: object = {}) =>
      (await command('preview', id, { params, ...more })).json.result.rows[0].message;
    const ids = { ids: await idsOf('001') };
    expect(await preview('factor_apply', { factor: 1.1, district: '001' })).toMatch(refused);
    expect(
      await preview(
        'factor_undo',
        {},
        { ids: (await rows('select id from factor_run')).map(({ id }) => id) },
      ),
    ).toMatch(refused);
    for (const id of ['year_apply_factors', 'year_clear_factors', 'year_recalculate'])
      expect(await preview(id, {}, ids)).toMatch(refused);
    const undo = await server.call('POST', `/bulk/${applied.json.id}/undo`, {
      token: admin,
      body: { request_id: randomUUID() },
    });
    expect(undo.json.message).toMatch(refused);
    const [value] = await rows(
      `select id, version from property_value where property_id = 2 and base_date = '2021-07-01'`,
    );
    const save = { version: value?.version, authority_code: '14A' };
    for (const answer of [
      await server.call('PUT', `/propertyvalues/${value?.id}`, { token: admin, body: save }),
      await server.call('PUT', '/propertyvalues', {
        token: admin,
        body: { rows: [{ id: value?.id, ...save }], expected: 1 },
      }),
      await server.call('PUT', '/properties/2', { token: admin, body: { version: 1, benchmark_type: 'S' } }),
    ]) {
      expect([answer.status, answer.json.errors[0].message]).toEqual([422, expect.stringMatching(refused)]);
    }
    expect(await held()).toEqual(before);
    // That somebody looked, and what is said of a benchmark, is no value.
    const seen = {
      property_id: 2,
      base_date: '2021-07-01',
      verification_type: 'INSPECTD',
      verified_on: '2022-03-01',
      request_id: randomUUID(),
    };
    expect((await server.call('POST', '/verifications', { token: admin, body: seen })).status).toBeLessThan(
      300,
    );
    expect(await asPerson(`update benchmark_year set comment = 'On the corner'`)).toBe('1 rows');
    const report = `update component_year set report_status = 'DONE' where base_date = '2021-07-01'`;
    expect(await asPerson(report)).toEqual(state === 'LOCKED' ? '1 rows' : expect.stringMatching(refused));
    // Years beside it are open.
    expect(
      await asPerson(
        `update property_value set handcrafted = true where property_id = 5 and base_date = '2021-07-01'`,
      ),
    ).toBe('1 rows');
  });

  it('takes the values of a supp where it is rolled over, unless the contractor has it otherwise, and nothing else', async () => {
    await change(`${closedFixture}; update setting set flag = null where key = 'supp.rolled.values'`);
    await close('LOCKED');
    expect(await asPerson(writing.supp_completed ?? '')).toMatch(refused);
    await close('ROLLED');
    expect(await asPerson(writing.supp_completed ?? '')).toBe('1 rows');
    expect(await asPerson(closing.property_value?.[1] ?? '')).toMatch(refused);
    expect(
      await rows(
        `select land_value::integer as v, method from property_value where property_id = 1 and base_date = '2021-07-01'`,
      ),
    ).toEqual([{ v: 222_000, method: 'S' }]);
  });
});

describe('factors, components and analyses of a district', () => {
  const values = async () =>
    Object.fromEntries(
      (
        await rows(
          `select property_id as id, land_value::integer as v from property_value where base_date = '2021-07-01' order by 1`,
        )
      ).map(({ id, v }) => [id, v]),
    );

  it('get the factors that are recorded, or that of the primary benchmark, and lose all of them again', async () => {
    const before = await values();
    expect(before).toEqual({ 1: 210_000, 2: 330_000, 5: 550_000 });
    const ids = await idsOf('001');
    const shown = async (params: object) =>
      (await command('preview', 'year_apply_factors', { params, ids })).json.result.rows[0].message;
    expect(await shown({})).toBe('No component of this district has a factor of this year.');
    expect(await shown({ proposed: true })).toBe(
      '2 values of 1 components; 1 have a factor, 1 of them from the primary benchmark',
    );
    expect((await run('year_apply_factors', { proposed: true }, admin, ids)).json).toMatchObject({
      state: 'done',
      result: { done: 1, undo: true },
    });
    // 330,000 ÷ 300,000 = 1.1 of 200,000 and of 100,000; the benchmark keeps its own.
    expect(await values()).toEqual({ ...before, 1: 220_000, 3: 110_000 });
    expect((await command('preview', 'year_apply_factors', { params: {}, ids })).json.result).toMatchObject({
      same: 1,
    });
    await run('factor_apply', { factor: 1.2, district: '001' });
    expect(await values()).toEqual({ ...before, 1: 240_000, 3: 120_000 });
    expect(
      (await command('preview', 'year_clear_factors', { params: {}, ids })).json.result.rows[0].message,
    ).toBe('2 runs over 1 components wrote 4 values');
    expect((await run('year_clear_factors', {}, admin, ids)).json).toMatchObject({
      state: 'done',
      result: { done: 1 },
    });
    expect(await values()).toEqual(before);
    expect((await command('preview', 'year_clear_factors', { params: {}, ids })).json.result).toMatchObject({
      refused: 1,
      rows: [{ message: 'No factor of this year is applied in this district.' }],
    });
  });

  it('are not written over a value that another changes between their look and their write', async () => {
    const ids = await idsOf('001');
    const body = { params: { proposed: true }, ids };
    const { done, same, stamp } = (await command('preview', 'year_apply_factors', body)).json.result;
    await server.database.connection(async (other) => {
      await other.query('begin');
      // What the look does not read and the write needs first: it waits here.
      await other.query('lock table factor_run in access exclusive mode');
      const answer = command('run', 'year_apply_factors', {
        ...body,
        expected: done + same,
        stamp,
        request_id: randomUUID(),
      });
      await expect
        .poll(() => rows(`select from pg_locks where not granted and relation = 'factor_run'::regclass`))
        .toHaveLength(1);
      await other.query(
        `update property_value set land_value = 215000, version = version + 1 where property_id = 1 and base_date = '2021-07-01'`,
      );
      await other.query('commit');
      expect((await answer).text).toContain(
        'Values were changed meanwhile. Nothing was changed; look again.',
      );
    });
    expect(await values()).toEqual({ 1: 215_000, 2: 330_000, 5: 550_000 });
    expect(await rows('select from factor_run')).toEqual([]);
  });

  it('are copied where the other district lacks them, and moved to the base dates', async () => {
    const copied = await run('copy_components', { source: '001', target: '002' });
    expect(copied.json).toMatchObject({ state: 'done', result: { found: 1, done: 1 } });
    expect(
      await rows(`select code, zone_code from component where district_code = '002' order by 1`),
    ).toEqual([
      { code: 'AAA', zone_code: 'R2' },
      { code: 'BBB', zone_code: 'R2' },
    ]);
    expect(
      (await command('preview', 'copy_components', { params: { source: '001', target: '002' } })).json.result,
    ).toMatchObject({ found: 0 });
    expect((await run('year_recalculate', {}, admin, await idsOf('001'))).json).toMatchObject({
      state: 'done',
      result: { done: 1 },
    });
    // One per cent a month over 365 days: 100,000 ÷ 1.12673 = 88,752.
    expect(await rows('select alv_lt::integer as s0, alv_future::integer as s1 from analysis')).toEqual([
      { s0: 88_800, s1: 100_000 },
    ]);
    const steps = `select max(result) filter (where step = 'S0')::integer as s0, max(result) filter (where step = 'S1')::integer as s1
      from analysis a, analysis_calculation(to_jsonb(a) || '{"purchase_price": 100000, "plant": [], "adjustments": [], "improvements": []}')`;
    expect(await rows(steps)).toEqual([{ s0: 88_800, s1: 100_000 }]);
  });
});

describe('the roll', () => {
  const refusals = async () =>
    (await command('preview', 'year_roll', { params: {} })).json.result.rows.map(
      ({ message }: { message: string }) => message,
    );
  const fail = (test: number, key: string) =>
    change(
      `insert into audit_result (district_code, base_date, test, key, failed) values ('001', '2021-07-01', ${test}, '${key}', true)`,
    );
  /** The valuation file of the year, of the data as they stand now. */
  const keep = () =>
    change(`insert into valuation_file (base_date, dataset, sha256, size_bytes, members, data_stamp, as_at)
      values ('2021-07-01', 'real', repeat('a', 64), 1, 1, valuation_data_stamp(false), now())
      on conflict (base_date, dataset, sha256) do update set data_stamp = excluded.data_stamp`);
  const whole = () =>
    rows(`select (select jsonb_agg(to_jsonb(v) order by id) from property_value v) as v, (select jsonb_agg(to_jsonb(p) order by id) from property p) as p,
      (select jsonb_agg(to_jsonb(y) order by id) from district_year y) as y, (select jsonb_agg(to_jsonb(b) order by id) from benchmark_year b) as b,
      (select jsonb_agg(to_jsonb(a) order by id) from analysis a) as a, (select value from sysparam where name = 'CURRBASE') as base,
      (select count(*) from audit) as n`);

  it('is refused to who works in some districts, while one is open, while an error has no note, and before its day', async () => {
    expect(await refusals()).toEqual(
      Array(2).fill(
        '2 districts are not locked: 001, 002. Lock them first. Make the valuation file of 2021 first.',
      ),
    );
    await keep();
    await lock('001');
    await fail(902, 'AAA');
    // A warning asks for no note.
    await fail(904, '1');
    expect((await refusals())[0]).toBe(
      'One district is not locked: 002. Lock them first. One failed result of severity E has no note: district 001. Write one for each.',
    );
    await lock('002');
    await change(
      `insert into audit_note (district_code, base_date, test, key, text) values ('001', '2021-07-01', 902, 'AAA', 'Vacant')`,
    );
    // The note is in no file yet.
    expect(await refusals()).toEqual(
      Array(2).fill('Values changed since the valuation file of 2021 was made. Make it again.'),
    );
    await keep();
    expect(await refusals()).toHaveLength(2);
    expect((await command('preview', 'year_roll', { params: {} })).json.result).toMatchObject({
      done: 2,
      refused: 0,
    });
    const some = (await command('preview', 'year_roll', { params: {} }, regional)).json.result;
    expect(some).toMatchObject({
      done: 0,
      refused: 1,
      rows: [{ message: expect.stringMatching(/^You work in some districts only/) }],
    });
    expect((await command('preview', 'year_roll', { params: {} }, valuer)).status).toBe(403);
    await change(`update sysparam set value = '2090-07-01' where name = 'CURRBASE'`);
    expect(await rows('select reason from roll_refusals() where posn = 2')).toEqual([
      { reason: 'The base date under work, 1-Jul-2091, is not reached yet. A year is rolled over once.' },
    ]);
  });

  it('does what its dry run says, once, and leaves the old year closed and the new one open', async () => {
    await lock();
    await keep();
    const stamp = await readSysparamStamp(server.context);
    const shown = (await command('preview', 'year_roll', { params: {} })).json.result;
    expect(shown.rows.map(({ message }: { message: string }) => message)).toEqual([
      '2 future values become LT values of 3 active properties; 1 analyses move; 1 ratings of an event give way; 1 benchmarks go on',
      '1 future values become LT values of 1 active properties; 0 analyses move; 0 ratings of an event give way; 0 benchmarks go on',
    ]);
    const before = (await whole())[0];
    expect((await run('year_roll', {})).json).toMatchObject({
      state: 'done',
      result: { done: 2, undo: false },
    });
    expect(await rows(`select value from sysparam where name = 'CURRBASE'`)).toEqual([
      { value: '2021-07-01' },
    ]);
    expect(await readSysparamStamp(server.context)).not.toBe(stamp);
    expect(
      (
        await rows(
          `select district_code || ' ' || extract(year from base_date) || ' ' || state as y from district_year order by 1`,
        )
      ).map(({ y }) => y),
    ).toEqual(['001 2021 ROLLED', '001 2022 OPEN', '002 2021 ROLLED', '002 2022 OPEN']);
    // The values are those of before; the one whose property an event rated keeps that rating.
    const kept = (value: { property_id: number; base_date: string }) =>
      value.property_id === 1 && value.base_date === '2021-07-01'
        ? {
            ...value,
            risk_rating: '1-ANLYSALE',
            version: 2,
            updated_at: expect.any(String),
            updated_by: expect.any(Number),
          }
        : value;
    const after = (await whole())[0];
    expect(after?.v).toEqual(((before?.v ?? []) as Parameters<typeof kept>[0][]).map(kept));
    expect(await rows('select id, risk_rating as r from property order by id')).toEqual([
      { id: 1, r: '3-OTHER' },
      { id: 2, r: '2-ALLOWNCE' },
      { id: 3, r: '3-OTHER' },
      { id: 4, r: '1-OBJECT' },
      { id: 5, r: '3-OTHER' },
    ]);
    expect(
      await rows(
        'select property_id as id, land_value_lt::integer as v0, land_value_future as v1 from property_in_force order by 1',
      ),
    ).toEqual([
      { id: 1, v0: 210_000, v1: null },
      { id: 2, v0: 330_000, v1: null },
      { id: 5, v0: 550_000, v1: null },
    ]);
    expect(
      await rows(
        `select property_id as id, benchmark_type as t, lv_old::integer as v, lv_new, comment from benchmark_year where base_date = '2022-07-01'`,
      ),
    ).toEqual([{ id: 2, t: 'P', v: 330_000, lv_new: null, comment: null }]);
    expect(await rows(`select count(*) as n from component_year where base_date = '2022-07-01'`)).toEqual([
      { n: 0 },
    ]);
    // Sold on the date that is in force now; a year on at one per cent a month.
    expect(await rows('select alv_lt::integer as s0, alv_future::integer as s1 from analysis')).toEqual([
      { s0: 100_000, s1: 113_000 },
    ]);
    const told = await rows(
      `select table_name as t, count(*) as n from audit where id > (select max(id) - 4 from audit) group by 1 order by 1`,
    );
    expect(told).toEqual([
      { t: 'district_year', n: 2 },
      { t: 'property', n: 1 },
      { t: 'sysparam', n: 1 },
    ]);
    const caller = await readCaller(
      server.database,
      Number((await rows(`select id from app_user where username = 'ada'`))[0]?.id),
    );
    if (!caller) throw new Error('There is no such user.');
    const write = (sql: string) => server.database.write(whoOf(caller), (client) => client.query(sql));
    await expect(
      write(`update property_value set land_value = 1 where base_date = '2021-07-01'`),
    ).rejects.toThrow(/are rolled over by ada since|are rolled over by /);
    await write(
      `insert into property_value (property_id, base_date, land_value) values (3, '2022-07-01', 90000)`,
    );
    expect(await refusals()).toEqual(
      Array(2).fill(
        '2 districts are not locked: 001, 002. Lock them first. Make the valuation file of 2022 first.',
      ),
    );
  });

  it('that fails in its last step leaves everything as it was, and succeeds when asked again', async () => {
    await lock();
    await keep();
    const before = await whole();
    await change(`create function broken() returns trigger language plpgsql as $$ begin raise exception 'The disk is gone.' using errcode = '58030'; end $$;
      create trigger broken before update on analysis for each row execute function broken()`);
    expect((await run('year_roll', {})).json.state).not.toBe('done');
    expect(await whole()).toEqual(before);
    await change('drop function broken() cascade');
    expect((await run('year_roll', {})).json).toMatchObject({ state: 'done', result: { done: 2 } });
  });
});

// Regional indexation of Crown land: the index, custom factors, and its application there and back. Counted by hand.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
const tokens: Record<string, string> = {};
let region = 0;
const rows = async (text: string) => (await server.database.owner((client) => client.query(text))).rows;
const owner = (text: string) => server.database.owner((client) => client.script(text));
beforeAll(async () => {
  server = await startTestApp({ start: '2026-11-20T02:00:00Z' });
  await owner(`
    insert into role (name, title) values ('surveyor', 'Surveyor'), ('marker', 'Marker');
    insert into role_permission (role_id, perm)
      select r.id, g.perm from role r join (values ('surveyor', 'clndV'), ('surveyor', 'clndU'), ('surveyor', 'propV'),
        ('marker', 'clndV'), ('marker', 'avalU'), ('marker', 'propV')) g (role, perm) on g.role = r.name;
    insert into contract_region (name, contract_start) values ('North', '2024-03-01'), ('South', '2024-03-01');
    insert into region_district (region_id, district_code)
      select r.id, d from contract_region r join (values ('North', '001'), ('North', '002'), ('North', '005'), ('South', '007')) g (name, d)
      on g.name = r.name`);
  for (const [name, role, districts] of [
    ['vic', 'valuer', ['001', '002', '005']],
    ['ivy', 'valuer', ['001', '002', '005']],
    ['wes', 'valuer', ['005']],
    ['fay', 'valuer', ['007']],
    ['sue', 'surveyor', ['001', '002', '005']],
    ['max', 'marker', ['001', '002', '005']],
  ] as const) {
    await server.addUser(name, role, districts);
    tokens[name] = await server.tokenOf(name);
  }
  region = Number((await rows(`select id from contract_region where name = 'North'`))[0]?.id);
});
afterAll(() => server?.close());

// 001 in tranche holds the benchmarks; 002 and 005 are out of it. CLE properties: 1 the known answer, 2 financial, 3 by hand,
// 4 in tranche, 5 without a value before, 6 of a class with one benchmark, 7 another region's, 8 in 002.
beforeEach(() =>
  owner(`
    delete from index_run; delete from lga_index; delete from regional_index; delete from crown_parcel; delete from crown_property;
    delete from district_year; delete from property; delete from component;
    insert into district_year (district_code, base_date, in_tranche) values ('001', '2026-07-01', true), ('002', '2026-07-01', false),
      ('005', '2026-07-01', false), ('005', '2025-07-01', true);
    insert into component (district_code, code, crown, crown_class, financial) values ('001', 'CRA', true, 'REC', false),
      ('001', 'CRF', true, null, true), ('001', 'CRI', true, 'IND', false), ('005', 'CRO', true, 'REC', false);
    insert into property (id, district_code, component_code, status) select n, '001', 'CRA', case n when 8 then 'X' else 'A' end
      from generate_series(1, 8) n;
    insert into property (id, district_code, component_code) values (11, '001', 'CRF'), (12, '001', 'CRF'), (13, '001', 'CRI'), (14, '005', 'CRO');
    insert into benchmark_year (property_id, district_code, component_code, base_date, benchmark_type, lv_old, lv_new, index_exception) values
      (1, '001', 'CRA', '2026-07-01', 'P', 400000, 440000, false), (2, '001', 'CRA', '2026-07-01', 'R', 250000, 265000, false),
      (3, '001', 'CRA', '2026-07-01', 'R', 600000, 672000, false),
      (4, '001', 'CRA', '2026-07-01', 'S', 1, 900000, false), (5, '001', 'CRA', '2026-07-01', 'R', 1, 900000, true),
      (6, '001', 'CRA', '2026-07-01', 'R', null, 900000, false), (7, '001', 'CRA', '2026-07-01', 'R', 900000, 0, false),
      (8, '001', 'CRA', '2026-07-01', 'R', 1, 900000, false),
      (11, '001', 'CRF', '2026-07-01', 'P', 100000, 110000, false), (12, '001', 'CRF', '2026-07-01', 'R', 100000, 110000, false),
      (13, '001', 'CRI', '2026-07-01', 'P', 100000, 110000, false), (14, '005', 'CRO', '2026-07-01', 'P', 1, 900000, false);
    insert into crown_property (id, district_code, name, valuation_class, area, rate) overriding system value values
      (1, '005', 'Reserve', 'REC', 900, 200), (2, '005', 'Marina', 'FIN', null, null), (3, '005', 'Park', 'REC', 100, null),
      (4, '001', 'Oval', 'REC', 100, null), (5, '005', 'New', 'REC', 100, null), (6, '005', 'Yard', 'IND', 100, null),
      (7, '007', 'Far', 'REC', 100, null), (8, '002', 'Near', 'REC', 100, null);
    insert into crown_value (crown_property_id, base_date, land_value, rate, net_rent, cap_rate, method) values
      (1, '2025-07-01', 180000, 200, null, null, 'H'), (2, '2025-07-01', 400000, null, 26000, 0.065, 'H'),
      (3, '2025-07-01', 50000, null, null, null, 'H'), (4, '2025-07-01', 50000, null, null, null, 'H'),
      (6, '2025-07-01', 50000, null, null, null, 'H'), (7, '2025-07-01', 50000, null, null, null, 'H'),
      (8, '2025-07-01', 9995, null, null, null, 'H'),
      (1, '2026-07-01', 181000, 201, null, null, 'F'), (3, '2026-07-01', 77000, null, null, null, 'H')`),
);

const command = (verb: string, id: string, body: object, by = 'vic') =>
  server.call('POST', `/commands/${id}/${verb}`, { token: tokens[by] ?? null, body });
const params = () => ({ year: 2025, region });
const preview = async (id: string, more: object = {}, by = 'vic') => {
  const { json } = await command('preview', id, { params: { ...params(), ...more } }, by);
  return json.result ?? expect.fail(JSON.stringify(json));
};
const run = (id: string, shown: { done: number; stamp: string }, more: object = {}, by = 'vic') =>
  command(
    'run',
    id,
    {
      params: { ...params(), ...more },
      expected: shown.done + ((shown as { same?: number }).same ?? 0),
      stamp: shown.stamp,
      request_id: randomUUID(),
    },
    by,
  );
const does = async (id: string, more: object = {}) => run(id, await preview(id, more), more);
const undo = (job: number) =>
  server.call('POST', `/bulk/${job}/undo`, { token: tokens.vic ?? null, body: { request_id: randomUUID() } });
const indices = () =>
  rows(`select crown_class as c, factor::float8 as f, n_benchmarks as n from regional_index order by 1`);
const whole = () =>
  rows(`select crown_property_id as id, base_date::text, land_value::integer as v, rate::float8 as r, net_rent::integer as rent,
    cap_rate::float8 as cap, method as m, factor::float8 as f from crown_value order by 1, 2`);
const custom = (factor: unknown, by = 'vic', more: object = {}) =>
  server.call('POST', '/lgaindexes', {
    token: tokens[by] ?? null,
    body: {
      request_id: randomUUID(),
      district_code: '005',
      crown_class: 'REC',
      base_date: '2026-07-01',
      custom_factor: factor,
      ...more,
    },
  });
const said = ({ status, json }: { status: number; json: { errors?: { pointer: string }[] } }) => [
  status,
  (json.errors ?? []).map(({ pointer }) => pointer),
];
const query = async (screen: string, source: string, more: object, by = 'vic') =>
  (
    await server.call('POST', '/query', {
      token: tokens[by] ?? null,
      body: { screen, source, params: { year: 2025, ...more } },
    })
  ).json;

/** Rows of an answer as objects. */
const listed = ({
  columns,
  values,
  count,
}: {
  columns: { id: string }[];
  values: unknown[][];
  count: number;
}) =>
  Array.from({ length: count }, (_, n) =>
    Object.fromEntries(columns.map(({ id }, i) => [id, values[i]?.[n]])),
  ) as Record<string, unknown>[];

describe('the index of a region', () => {
  it('is Σ new ÷ Σ old of the benchmarks that count, none below two', async () => {
    const shown = await preview('index_calculate');
    expect(shown).toMatchObject({ found: 1, done: 1, refused: 0 });
    expect(shown.rows[0].message).toBe(
      'North: FIN 1.1 of 2 benchmarks, IND none of 1 benchmark, REC 1.102 of 3 benchmarks',
    );
    expect(await indices()).toEqual([]);
    expect((await run('index_calculate', shown)).json).toMatchObject({ state: 'done', result: { done: 1 } });
    expect(await indices()).toEqual([
      { c: 'FIN', f: 1.1, n: 2 },
      { c: 'IND', f: null, n: 1 },
      { c: 'REC', f: 1.102, n: 3 },
    ]);
    expect(await preview('index_calculate')).toMatchObject({ done: 0, same: 1 });
    // A class without benchmarks any more loses its index.
    await owner('update benchmark_year set index_exception = true where property_id in (11, 12)');
    await does('index_calculate');
    expect((await indices())[0]).toEqual({ c: 'FIN', f: null, n: 0 });
  });

  it('is applied out of tranche, to the dollar, and goes back to the last column', async () => {
    await does('index_calculate');
    const before = await whole();
    const shown = await preview('index_apply');
    expect(shown).toMatchObject({ found: 7, done: 3, refused: 4 });
    expect(
      shown.rows.map(
        ({
          id,
          outcome,
          message,
          changes,
        }: {
          id: number;
          outcome: string;
          message: string;
          changes: { old: number; new: number }[];
        }) => [id, outcome, message, ...changes.map(({ old, new: now }) => [old, now])],
      ),
    ).toEqual([
      // 180,000 × 1.102 = 198,360; 6.5 % × 1.1 = 7.15 %, 26,000 ÷ 0.0715 = 363,636; 9,995 × 1.102 = 11,014.49.
      [1, 'done', 'Factor 1.102', [181_000, 198_000]],
      [2, 'done', 'Cap rate 6.5 % becomes 7.15 %', [null, 363_636]],
      [8, 'done', 'Factor 1.102', [null, 11_000]],
      [3, 'refused', 'Its value is set by hand.'],
      [4, 'refused', 'Its LGA is in tranche: it is valued by its benchmarks.'],
      [5, 'refused', 'It has no value at the base date before.'],
      [6, 'refused', 'No factor: only one benchmark.'],
    ]);
    expect(await whole()).toEqual(before);
    const applied = await run('index_apply', shown);
    expect(applied.json).toMatchObject({ state: 'done', result: { done: 3, undo: true } });
    const after = (await whole()).filter(({ base_date: at }) => at === '2026-07-01');
    // 200 × 1.102 = 220.4, to three figures downward 220.
    expect(after).toEqual([
      { id: 1, base_date: '2026-07-01', v: 198_000, r: 220, rent: null, cap: null, m: 'N', f: 1.102 },
      { id: 2, base_date: '2026-07-01', v: 363_636, r: null, rent: 26_000, cap: 0.0715, m: 'N', f: 1.1 },
      { id: 3, base_date: '2026-07-01', v: 77_000, r: null, rent: null, cap: null, m: 'H', f: null },
      { id: 8, base_date: '2026-07-01', v: 11_000, r: null, rent: null, cap: null, m: 'N', f: 1.102 },
    ]);
    expect(await preview('index_apply')).toMatchObject({ done: 0, same: 3 });
    expect(
      await rows(
        `select district_code as d, crown_class as c, n, sum_before::integer as a, sum_after::integer as b from index_run order by 1, 2`,
      ),
    ).toEqual([
      { d: '002', c: 'REC', n: 1, a: 9_995, b: 11_000 },
      { d: '005', c: 'FIN', n: 1, a: 400_000, b: 363_636 },
      { d: '005', c: 'REC', n: 1, a: 180_000, b: 198_000 },
    ]);
    expect(await rows(`select count(*)::integer as n from lga_index where applied_on is not null`)).toEqual([
      { n: 3 },
    ]);
    expect((await undo(applied.json.id)).json).toMatchObject({ state: 'done', result: { done: 3 } });
    expect(await whole()).toEqual(before);
    expect(await rows(`select count(*)::integer as n from lga_index where applied_on is not null`)).toEqual([
      { n: 0 },
    ]);
  });

  it('that was applied is undone by its run, and leaves what somebody changed since', async () => {
    await does('index_calculate');
    await does('index_apply');
    await owner(
      `update crown_value set land_value = 200000, method = 'H' where crown_property_id = 1 and base_date = '2026-07-01'`,
    );
    const ids = (await rows('select id from index_run order by district_code, crown_class')).map(({ id }) =>
      Number(id),
    );
    const { result } = (await command('preview', 'index_undo', { params: {}, ids })).json;
    expect(
      result.rows.map(({ outcome, message }: { outcome: string; message: string }) => [outcome, message]),
    ).toEqual([
      ['done', '1 of 1 values go back'],
      ['done', '1 of 1 values go back'],
      ['refused', 'The value was changed since.'],
    ]);
    await command('run', 'index_undo', {
      params: {},
      ids,
      expected: 2,
      stamp: result.stamp,
      request_id: randomUUID(),
    });
    expect(
      (await whole()).filter(({ base_date: at }) => at === '2026-07-01').map(({ id, v }) => [id, v]),
    ).toEqual([
      [1, 200_000],
      [3, 77_000],
    ]);
  });

  it('that moved since it was calculated is not applied, and neither is one that nobody calculated', async () => {
    const reasons = async () =>
      (await preview('index_apply')).rows.map(({ message }: { message: string }) => message);
    expect(await reasons()).toContain('No factor: not calculated.');
    await does('index_calculate');
    await owner('update benchmark_year set lv_new = 700000 where property_id = 3');
    expect(await reasons()).toContain(
      'The index of its class has moved since it was calculated. Calculate it first.',
    );
  });

  it('by two at once is written once; the other is told to look again', async () => {
    await does('index_calculate');
    const shown = await preview('index_apply');
    const answers = await Promise.all([run('index_apply', shown), run('index_apply', shown, {}, 'ivy')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await rows('select count(*)::integer as n from index_run')).toEqual([{ n: 3 }]);
  });

  it('of a locked year is neither applied, undone nor given a factor', async () => {
    await does('index_calculate');
    const applied = await does('index_apply');
    await owner(
      `update district_year set state = 'LOCKED', locked_at = '2026-11-10 03:00Z' where district_code = '005' and base_date = '2026-07-01'`,
    );
    const locked = /^Values of district 005 .* are locked by the office since 10-Nov-2026\.$/;
    const shown = await preview('index_apply', { district: '005' });
    expect([shown.done + shown.same, shown.rows[0].message]).toEqual([0, expect.stringMatching(locked)]);
    const factor = await custom(1.2, 'vic', { crown_class: 'ROA' });
    expect([factor.status, JSON.stringify(factor.json)]).toEqual([
      422,
      expect.stringContaining('are locked by the office'),
    ]);
    const before = await whole();
    const back = await undo(applied.json.id);
    expect(back.json.message ?? back.json.title).toMatch(/locked by the office/);
    expect(await whole()).toEqual(before);
  });

  it('stopped half way leaves all as it was', async () => {
    await does('index_calculate');
    const before = await whole();
    await owner(`create function stop_half_way() returns trigger language plpgsql as $$
        begin if new.crown_property_id = 8 then raise exception 'stopped'; end if; return new; end $$;
      create trigger stop_half_way before insert on index_run_value for each row execute function stop_half_way()`);
    const answer = await does('index_apply');
    await owner('drop function stop_half_way cascade');
    expect(answer.json.state ?? 'failed').toBe('failed');
    expect([await whole(), await rows('select from index_run')]).toEqual([before, []]);
  });
});

describe('a custom factor', () => {
  it('holds instead of the region’s, and is told at its field where it is none', async () => {
    await does('index_calculate');
    for (const wrong of [0, -1, 1000, '1,05'])
      expect([wrong, ...said(await custom(wrong))]).toEqual([wrong, expect.any(Number), ['/custom_factor']]);
    const made = await custom(1.2);
    expect(made.status).toBe(201);
    const shown = await preview('index_apply', { crown_class: 'REC' });
    expect(shown.rows[0].changes).toMatchObject([{ old: 181_000, new: 216_000 }]);
    const path = `/lgaindexes/${made.json.id}`;
    const save = (version: number, factor: number | null, by: string) =>
      server.call('PUT', path, { token: tokens[by] ?? null, body: { version, custom_factor: factor } });
    expect((await save(1, 1.25, 'ivy')).status).toBe(200);
    const stale = await save(1, 1.3, 'vic');
    expect([stale.status, stale.json.current.custom_factor]).toEqual([409, 1.25]);
    expect((await save(2, null, 'vic')).status).toBe(200);
    expect((await preview('index_apply', { crown_class: 'REC' })).rows[0].changes).toMatchObject([
      { new: 198_000 },
    ]);
  });

  it('is refused in an LGA in tranche, of no class, in a foreign district, and without both rights', async () => {
    expect(said(await custom(1.2, 'vic', { district_code: '001' }))).toEqual([422, ['/custom_factor']]);
    expect((await custom(1.2, 'vic', { crown_class: 'QQQ' })).status).toBe(422);
    expect((await custom(1.2, 'fay')).status).toBeGreaterThanOrEqual(403);
    expect((await custom(1.2, 'sue')).status).toBe(403);
    const marked = await custom(1.2, 'max');
    expect([marked.status, marked.json.errors[0].message]).toEqual([
      422,
      expect.stringContaining('may change Crown land'),
    ]);
    expect(await rows('select from lga_index')).toEqual([]);
    for (const id of ['index_calculate', 'index_apply']) {
      expect((await command('preview', id, { params: params() }, 'sue')).status).toBe(403);
      expect((await preview(id, {}, 'max')).done).toBe(0);
      expect((await preview(id, {}, 'fay')).found).toBe(0);
    }
    // Who works in one LGA of the region applies its index there, and does not calculate it.
    expect((await preview('index_calculate', {}, 'wes')).rows[0].message).toMatch(
      /^You do not work in all LGAs/,
    );
    await does('index_calculate');
    expect(await preview('index_apply', {}, 'wes')).toMatchObject({ done: 2 });
  });
});

it('the page, the reports and what is written have one factor', async () => {
  await does('index_calculate');
  await custom(1.5);
  const page = listed(await query('annual/indexation', 'lgas', { region }));
  const report = listed(await query('report/regionalindex', 'rows', { dst: 'all' }));
  const bad = listed(await query('report/ribadfactor', 'rows', { dst: 'all' }));
  const none = listed(await query('report/rinofactor', 'rows', { dst: 'all' }));
  const at = (set: Record<string, unknown>[], key: string) => set.find((row) => row.key === key);
  expect(at(page, '005 REC')).toMatchObject({
    index_factor: 1.5,
    factor_from: 'Custom',
    in_tranche: false,
    properties: 3,
  });
  expect(at(page, '002 REC')).toMatchObject({
    index_factor: 1.102,
    factor_from: 'Region',
    value: 9_995,
    factored_value: 11_000,
  });
  expect(at(page, '001 REC')).toMatchObject({ index_factor: null, factor_from: 'In tranche' });
  expect(at(page, '005 FIN')).toMatchObject({
    cap_rate: 0.065,
    factored_cap_rate: 0.0715,
    factored_value: 363_636,
  });
  expect(at(page, '005 IND')).toMatchObject({ index_factor: null, factor_from: 'Only one benchmark' });
  expect(at(report, `${region} REC`)).toMatchObject({ region_factor: 1.102, calculated_factor: 1.102 });
  expect(bad.map(({ key, own_factor, region_factor }) => [key, own_factor, region_factor])).toEqual([
    ['005 REC', 1.5, 1.102],
  ]);
  expect(none).toEqual([]);
  const sum = (key: string) => page.reduce((all, row) => all + Number(row[key] ?? 0), 0);
  // Of 3, set by hand, the page shows what the index would make.
  const factored = sum('factored_value');
  expect(factored).toBe(report.reduce((all, row) => all + Number(row.factored_value ?? 0), 0));
  await does('index_apply');
  const written = Number((await rows('select sum(sum_after)::integer as n from index_run'))[0]?.n);
  expect(factored - written).toBe(75_000);
});

// What a factor would do, and that it does just that: the figures of a trial before, the values and figures after.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bootstrapOf, studyOf } from '#tests/reports/second-implementation.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

const trial = {
  format: 1,
  id: 'annual/trial',
  route: '/annual/trial/:district/:comp/:year',
  title: 'Trial',
  needs: 'propV',
  params: [
    { id: 'district', in: 'route', entity: 'district' },
    { id: 'comp', in: 'route', type: 'text' },
    { id: 'year', in: 'route', type: 'integer' },
    { id: 'f', type: 'number', live: true },
    { id: 'lines', live: true },
  ],
  data: {
    base: { query: 'factor_trial_base', params: { component: '{params.comp}' }, noRows: 'pairs' },
    one: {
      query: 'factor_trial',
      over: 'base',
      params: { tried: '{params.comp}={params.f}' },
      noRows: 'tried',
    },
    level: {
      query: 'factor_trial_level',
      over: 'base',
      params: { tried: '{params.comp}={params.f}' },
      noRows: 'tried',
    },
    intervals: {
      query: 'factor_trial_intervals',
      over: 'base',
      params: { tried: '{params.comp}={params.f}' },
      noRows: 'tried',
    },
    bins: {
      query: 'factor_trial_bins',
      over: 'base',
      params: { tried: '{params.comp}={params.f}' },
      noRows: 'tried',
    },
    all: { query: 'factor_trial_base', params: { component: '' }, noRows: 'pairs' },
    many: { query: 'factor_trial', over: 'all', params: { tried: '{params.lines}' }, noRows: 'tried' },
    manyIntervals: {
      query: 'factor_trial_intervals',
      over: 'all',
      params: { tried: '{params.lines}' },
      noRows: 'tried',
    },
    rows: {
      query: 'factor_trial_rows',
      params: { component: '{params.comp}', factor: '{params.f}' },
      noRows: 'records',
    },
  },
  blocks: [
    { id: 'try', type: 'inputs', param: 'f' },
    { id: 'tries', type: 'inputs', param: 'lines', data: 'many', key: 'code' },
    ...['one', 'level', 'bins', 'rows', 'intervals', 'manyIntervals'].map((data) => ({
      id: `g${data}`,
      type: 'grid',
      data,
    })),
  ],
};

let server: TestServer;
let valuer: string;
let guest: string;
beforeAll(async () => {
  server = await startTestApp({ screens: { 'screens/annual/trial.json': trial } });
  await server.addUser('vic', 'valuer', ['001']);
  await server.addUser('gus', 'valuer', ['002']);
  [valuer, guest] = [await server.tokenOf('vic'), await server.tokenOf('gus')];
});
afterAll(() => server.close());

// Component AAA of zone R2: six members of 200,000 to 700,000, one of them with a factor already; 7 handcrafted and set by hand far
// off; 8 a benchmark; 9 without a value in force. Component BBB of the same zone: 11 and 12. Sales on 1 to 5 and 11.
beforeEach(() =>
  server.database.owner((client) =>
    client.script(`
      delete from analysis; delete from sale; delete from component_year; delete from factor_run; delete from district_year; delete from property; delete from component;
      insert into component (district_code, code, zone_code) values ('001', 'AAA', 'R2'), ('001', 'BBB', 'R2'), ('002', 'AAA', 'R2');
      insert into property (id, district_code, component_code, zone_code)
        select n, '001', 'AAA', 'R2' from generate_series(1, 9) n union all select n, '001', 'BBB', 'R2' from generate_series(11, 12) n;
      update property set handcrafted = true where id = 7;
      update property set benchmark_type = 'P' where id = 8;
      insert into property_value (property_id, base_date, land_value, method)
        select n, date '2025-07-01', 100000 + 100000 * n, 'I' from generate_series(1, 8) n
        union all select n, date '2025-07-01', 300000, 'I' from generate_series(11, 12) n;
      insert into property_value (property_id, base_date, land_value, method, factor_applied, factor_component) values
        (1, '2026-07-01', 210000, 'F', 1.05, 'AAA'), (2, '2026-07-01', 300000, 'I', null, null), (3, '2026-07-01', 400000, 'I', null, null),
        (7, '2026-07-01', 1600000, 'H', null, null), (11, '2026-07-01', 330000, 'I', null, null), (12, '2026-07-01', 330000, 'I', null, null);
      insert into sale (district_code, property_id, contract_date, purchase_price, confirmed)
        select '001', n, date '2026-01-15', 500000, true from unnest(array[1, 2, 3, 4, 5, 11]) n;
      insert into analysis (sale_id, property_id, district_code, contract_date, purchase_price, alv_lt, alv_future)
        select s.id, s.property_id, '001', s.contract_date, s.purchase_price, v.land_value::bigint * 1.02, v.land_value::bigint * 1.1
        from sale s join property_value v on v.property_id = s.property_id and v.base_date = '2025-07-01'`),
  ),
);

const run = async (source: string, params: object = {}, token = valuer, more: object = {}) => {
  const answer = await server.call('POST', '/query', {
    token,
    body: {
      screen: 'annual/trial',
      source,
      params: { district: '001', comp: 'AAA', year: 2025, f: null, lines: null, ...params },
      newer_than: new Date().toISOString(),
      ...more,
    },
  });
  // biome-ignore lint/suspicious/noExplicitAny: as an answer's own body
  type Rows = readonly { readonly [column: string]: any }[];
  if (answer.status !== 200) return [{ status: answer.status, text: answer.text }] as Rows;
  const { columns, values, count } = answer.json as {
    columns: readonly { id: string }[];
    values: readonly (readonly unknown[])[];
    count: number;
  };
  return Array.from({ length: count }, (_, i) =>
    Object.fromEntries(columns.map(({ id }, c) => [id, (values[c] ?? [])[i]])),
  ) as Rows;
};
const command = (verb: string, body: object) =>
  server.call('POST', `/commands/factor_apply/${verb}`, { token: valuer, body });
const apply = async (params: object) => {
  const shown = (await command('preview', { params })).json.result;
  const done = await command('run', {
    params,
    expected: shown.done + shown.same,
    stamp: shown.stamp,
    request_id: randomUUID(),
  });
  expect(done.json).toMatchObject({ state: 'done' });
  return { shown, job: done.json.id as number };
};

describe('a factor that is tried', () => {
  it('says what would move, to the dollar, and moves nothing', async () => {
    const [component, zone] = await run('one', { f: 1.1 });
    // 200,000 → 220,000, 300,000 → 330,000 … 700,000 → 770,000; the six have 210,000, 300,000 and 400,000 so far.
    expect(component).toMatchObject({
      level: 1,
      code: 'AAA',
      factor: 1.1,
      n_got: 6,
      n_moved: 6,
      n_written: 6,
      sum_before: 2_510_000,
      sum_after: 220_000 + 330_000 + 440_000 + 550_000 + 660_000 + 770_000 + 1_600_000,
      n_valued: 4,
      n_beyond_before: 1,
      n_beyond_after: 1,
      n_leave: 0,
      n_far_after: 1,
    });
    expect(component?.mvp_after).toBeCloseTo(100, 9);
    expect(component?.mvp_lt).toBeCloseTo(100 / 1.02, 9);
    expect(component?.n_before).toBe(3);
    expect(component?.n_after).toBe(5);
    expect(component?.prd_after).toBeCloseTo(1, 9);
    expect(component?.test_305_after).toBe('pass');
    expect(zone).toMatchObject({
      level: 2,
      code: 'R2',
      properties: 11,
      n_after: 6,
      zone_letter: 'A',
      test_303_after: 'pass',
    });
    const { rows } = await server.database.owner((client) =>
      client.query('select count(*)::integer as n from factor_run'),
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('does just that when it is applied, figure by figure', async () => {
    const [before, zoneBefore] = await run('one', { f: 1.07 });
    const { shown } = await apply({ factor: 1.07, district: '001', component: 'AAA' });
    expect(shown.done).toBe(before?.n_written);
    const [now, zone] = await run('one', {});
    for (const [after, here] of [
      [before, now],
      [zoneBefore, zone],
    ] as const)
      for (const [column, value] of Object.entries(after ?? {})) {
        if (!column.endsWith('_after')) continue;
        const stands = here?.[column.replace(/_after$/, '_before')];
        if (typeof value === 'number') expect(stands, column).toBeCloseTo(value, 9);
        else expect(stands, column).toEqual(value);
      }
    const { rows } = await server.database.owner((client) =>
      client.query<{
        sum: number;
      }>(`select sum(v.land_value)::float8 as sum from property_value v join property p on p.id = v.property_id
        where v.base_date = '2026-07-01' and p.component_code = 'AAA'`),
    );
    expect(rows[0]?.sum).toBe(before?.sum_after);
    // Applied, the same factor moves and writes nothing more.
    expect((await run('one', { f: 1.07 }))[0]).toMatchObject({ n_moved: 0, n_written: 0 });
  });

  it('keeps to the limits: one out at 1.31, none at 1.3', async () => {
    expect((await run('one', { f: 1.3 }))[0]).toMatchObject({ n_beyond_after: 1, n_leave: 0 });
    expect((await run('one', { f: 1.31 }))[0]).toMatchObject({ n_beyond_after: 7, n_leave: 6 });
    expect(await run('rows', { f: 1.31 })).toHaveLength(7);
    // Sales imply 1.1: within a tenth of 1 and of 1.2, not of 1.23.
    expect((await run('one', { f: 1.2 }))[0]?.test_305_after).toBe('pass');
    expect((await run('one', { f: 1.23 }))[0]?.test_305_after).toBe('fail');
  });

  it.each([null, 0, -1, 11, 1000])('that is none, %s, moves nothing and breaks nothing', async (f) => {
    const [component] = await run('one', { f });
    expect(component).toMatchObject({
      factor: null,
      n_got: 0,
      n_moved: 0,
      sum_before: 2_510_000,
      sum_after: 2_510_000,
      n_after: 3,
    });
  });

  it('takes many at once, each by itself and together', async () => {
    const rows = await run('many', { lines: 'AAA=1.1;bbb=1.2;CCC=2;DDD=1,05;EEE=' });
    expect(rows.map(({ level, code, n_got }) => [level, code, n_got])).toEqual([
      [1, 'AAA', 6],
      [1, 'BBB', 2],
      [2, 'R2', 8],
      [3, 'All', 8],
    ]);
    expect(rows[3]).toMatchObject({ n_after: 6, sum_after: 2_970_000 + 1_600_000 + 2 * 360_000 });
    const [own] = await run('one', { f: 1.1 });
    for (const column of ['mvp_after', 'cod_after', 'sum_after', 'n_beyond_after'])
      expect(rows[0]?.[column]).toBe(own?.[column]);
  });

  it('has intervals of every figure before and after, as a second implementation has them', async () => {
    await server.database.owner((client) =>
      client.query('update analysis set alv_future = alv_future * (1 + 0.03 * (property_id % 3))'),
    );
    const sold = [226_600, 349_800, 440_000, 566_500, 699_600];
    const pairsOf = (values: readonly number[], sales = sold) =>
      values.map((v, i) => ({ v, s: sales[i] ?? 0 }));
    const before = pairsOf([210_000, 300_000, 400_000]);
    const after = pairsOf([214_000, 321_000, 428_000, 535_000, 642_000]);
    // Component BBB has one sale, of 349,800, and its value of 330,000.
    const inZone = (pairs: typeof before) => [...pairs, { v: 330_000, s: 349_800 }];
    const said = (pairs: typeof before) => {
      const study = studyOf(pairs);
      const drawn = bootstrapOf(pairs, 500);
      const fixed = (digits: number, ...figures: readonly unknown[]) =>
        figures.map((figure) => (typeof figure === 'number' ? figure.toFixed(digits) : null));
      const within = ([figure, low, high]: readonly (string | null)[]) => [
        figure,
        low && high ? `${low} to ${high}` : null,
      ];
      return [
        [String(pairs.length), null, null],
        fixed(1, study.mvp, 100 * Number(study.mean_low), 100 * Number(study.mean_high)),
        fixed(1, study.cod, drawn.cod_low, drawn.cod_high),
        fixed(3, study.prd, drawn.prd_low, drawn.prd_high),
        fixed(3, study.prb, study.prb_low, study.prb_high),
      ].map(within);
    };
    const shown = await run('intervals', { f: 1.07 });
    expect(shown.map(({ scope, measure }) => `${scope}: ${measure}`)).toEqual(
      ['Component AAA', 'Zone R2'].flatMap((scope) =>
        ['Sales', 'MVP, %', 'COD, %', 'PRD', 'PRB'].map((measure) => `${scope}: ${measure}`),
      ),
    );
    const stands = shown.map(({ before, before_range }) => [before, before_range]);
    const tried = shown.map(({ after, after_range }) => [after, after_range]);
    expect(stands).toEqual([...said(before), ...said(inZone(before))]);
    expect(tried).toEqual([...said(after), ...said(inZone(after))]);
    // Of several: each, their zone and all together, which here is the zone.
    const many = await run('manyIntervals', { lines: 'AAA=1.07;BBB=1.1' });
    expect(many.map(({ level }) => level).filter((level) => level === 1)).toHaveLength(10);
    expect(many.slice(-5)).toMatchObject(
      said(inZone(after)).map(([all, range]) => ({ level: 3, after: all, after_range: range })),
    );
  });

  it('shows its measures with the tests of the audit, and how values change', async () => {
    const level = await run('level', { f: 1.23 });
    expect(level.map(({ scope, measure }) => `${scope}: ${measure}`)).toContain('Zone R2: PRD');
    expect(level.find(({ test }) => test === 305)).toMatchObject({ test_after: 'fail', limits: 'within 10' });
    const bins = await run('bins', { f: 1.1 });
    expect(
      bins
        .filter(({ series }) => series === 'Tried')
        .reduce((sum, { properties }) => sum + Number(properties), 0),
    ).toBe(7);
    expect(bins.find(({ bin, series }) => bin === 2 && series === 'Tried')).toMatchObject({
      properties: 6,
      step: '+10 %',
    });
  });

  it('says why nothing would move where the year is locked, and is nothing to others', async () => {
    await server.database.owner((client) =>
      client.query(
        `insert into district_year (district_code, base_date, state, locked_at) values ('001', '2026-07-01', 'LOCKED', now())`,
      ),
    );
    const [component] = await run('one', { f: 1.1 });
    expect(component).toMatchObject({ n_got: 0, n_moved: 0 });
    expect(component?.closed).toMatch(
      /^Values of district 001 at 1-Jul-2026 are locked by the office since /,
    );
    const foreign = await run('one', { f: 1.1 }, guest);
    expect(foreign.length === 0 || foreign[0]?.status !== undefined).toBe(true);
  });
});

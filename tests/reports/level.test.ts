// Level of values by zone and component. Base year 2022 is in force: V0, S0 of 1 July 2022, V1, S1 of 1 July 2023.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putBaseYear, putPlaces, sale, untouched } from './fixture.ts';
import { percentile, studyOf } from './second-implementation.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;
let next = 100;

interface Case {
  readonly zone: string | null;
  readonly component?: string | null;
  readonly district?: string;
  readonly v0?: number | null;
  readonly v1?: number | null;
  readonly property?: Row;
  readonly value?: Row;
  /** Without it the property was not sold. */
  readonly s?: { readonly s0?: number | null; readonly s1: number | null } & Row;
}

/** A property with its values and, where it was sold, the analysis of its sale. Answers the PID and the AID. */
async function made({ zone, component = null, district = '001', v0 = 100, v1 = 100, s, ...more }: Case) {
  const property_id = next++;
  const of = { district_code: district, zone_code: zone, component_code: component };
  await put(db, 'property', [property(property_id, { ...of, ...more.property })]);
  const value = (base_date: string, land_value: number | null, extra: Row = {}) =>
    land_value === null ? [] : [{ property_id, district_code: district, base_date, land_value, ...extra }];
  await put(db, 'property_value', [...value('2022-07-01', v0), ...value('2023-07-01', v1, more.value)]);
  if (!s) return { property_id, analysis_id: 0 };
  const { s0, s1, ...analysis } = s;
  const [sale_id] = await put(db, 'sale', [sale(property_id, of)]);
  const [analysis_id = 0] = await put(db, 'analysis', [
    {
      sale_id,
      property_id,
      ...of,
      contract_date: '2022-09-01',
      suitability: 'IN',
      alv_lt: s0 === undefined ? 100 : s0,
      alv_future: s1,
      ...analysis,
    },
  ]);
  return { property_id, analysis_id };
}

/** Sales of one zone whose future values stand so to an adjusted land value of 100. */
async function sold(zone: string, future: readonly number[], more: Partial<Case> = {}) {
  const ids: number[] = [];
  for (const v1 of future)
    ids.push((await made({ zone, v1, ...more, s: { s1: 100, ...more.s } })).analysis_id);
  return ids;
}

const number = (given: unknown) => (given === null ? null : Math.round(Number(given) * 1e6) / 1e6);
const untouchedLevel: Row = { ...untouched, series: 'future', by: 'zone' };
const bySql = async (more: Row = {}) =>
  new Map((await db.report('statsumm', { ...untouchedLevel, ...more })).map((row) => [String(row.key), row]));
const tests = (row: Row | undefined) =>
  row && [row.n, row.test_300, row.test_301, row.test_303, row.test_304, row.verdict];

beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
  await putBaseYear(db, 2022);
  await db.owner(`insert into zone (code, name, category, legacy_letter, cod_limit, valid_from, valid_to) values
    ('A1', 'House lots', 'Residential', 'A', 10, '1900-01-01', '9999-12-31'),
    ('B1', 'Shops', 'Business', 'B', 15, '1900-01-01', '9999-12-31'),
    ('B2', 'More shops', 'Business', 'B', 15, '1900-01-01', '9999-12-31'),
    ('S1', 'Special', 'Special', 'S', null, '1900-01-01', '9999-12-31'),
    ('T1', 'Tourism', 'Business', 'T', 15, '1900-01-01', '9999-12-31'),
    ('O1', 'Old letter', 'Business', 'B', 15, '1900-01-01', '2022-06-30'),
    ('O1', 'New letter', 'Special', 'S', null, '2022-07-01', '9999-12-31')`);
});
afterAll(() => db?.close());

describe('level of values by zone', () => {
  beforeAll(async () => {
    // COD (0.25 + 0.125 + 0 + 0.125 + 0.25) ÷ 5 = 15 %, which is not below 15; MVP 100 and PRD 1 are inside.
    await sold(
      'B1',
      [75, 87.5, 100, 112.5, 125].map((v) => v * 8),
      { s: { s1: 800 } },
    );
    // The same with the highest at 1.2: COD (0.25 + 0.125 + 0 + 0.125 + 0.2) ÷ 5 = 14 %; MVP 99.
    await sold(
      'B2',
      [75, 87.5, 100, 112.5, 120].map((v) => v * 8),
      { s: { s1: 800 } },
    );
    // Ratios 0.97, 0.98, 0.99, 1, 1.01 and 1.08: MVP 603 ÷ 6 = 100.5, above 100; COD far below 10.
    await sold('A1', [97, 98, 99, 100, 101, 108]);
    // A letter without limits: only the PRD is judged, and MVP 120 is no fault.
    await sold('S1', [120, 120, 120, 120, 120]);
    // What O1 meant on the base date counts: S.
    await sold('O1', [120, 120, 120, 120, 120]);
    // Four sales: a small sample, though the COD is 0.
    await sold('T1', [100, 100, 100, 100]);
    // One sale has a ratio and nothing else; two have no slope.
    await sold('RU2', [80]);
    await sold('E4', [80, 100]);
    // No zone, in property and analysis. Nothing was sold in R2, where one property has no V0 and one no V1.
    await made({ zone: null, v1: 90, s: { s1: 100 } });
    await made({ zone: 'R2', v0: null, v1: 300 });
    await made({ zone: 'R2', v0: 100, v1: null });
    await made({ zone: 'R2', v0: 100, v1: 110 });
    await made({ zone: 'R2', v0: 200, v1: 190 });
    // Not active: neither property nor sale.
    await made({ zone: 'R2', v1: 1000, property: { status: 'X' }, s: { s1: 100 } });
    // Without a V1 or an S1 there is no ratio; before the window nothing counts.
    await made({ zone: 'T1', v1: null, s: { s1: 100 } });
    await made({ zone: 'T1', v0: null, s: { s1: null } });
    await made({ zone: 'T1', s: { s1: 100, contract_date: '2022-06-30' } });
    await made({ zone: 'T1', s: { s1: 100, suitability: 'NO' } });
    // Another district: dear land is valued low, PRD (1.2 + 4 × 1) ÷ 5 ÷ (5200 ÷ 5100 …) as told below.
    await sold('B1', [120, 100, 100, 100], { district: '002' });
    await made({ zone: 'B1', district: '002', v1: 5000, s: { s1: 5000 } });
  });

  it('judges each zone by the limits of its letter on the base date', async () => {
    const rows = await bySql();
    // n, 300, 301 or 302, 303, 304, verdict. Fewer than 5 analysed properties, or no rest, leave 300 open.
    expect(tests(rows.get('001 B1'))).toEqual([5, null, 'fail', 'pass', 'pass', 'fail']);
    expect(tests(rows.get('001 B2'))).toEqual([5, null, 'pass', 'pass', 'pass', 'pass']);
    expect(tests(rows.get('001 A1'))).toEqual([6, null, 'pass', 'fail', 'pass', 'fail']);
    expect(tests(rows.get('001 S1'))).toEqual([5, null, null, null, 'pass', 'pass']);
    expect(tests(rows.get('001 O1'))).toEqual([5, null, null, null, 'pass', 'pass']);
    expect(tests(rows.get('001 T1'))).toEqual([4, null, null, null, null, 'small sample']);
    expect(tests(rows.get('001 RU2'))).toEqual([1, null, null, null, null, 'small sample']);
    expect(tests(rows.get('001 E4'))).toEqual([2, null, null, null, null, 'small sample']);
    expect(tests(rows.get('001 R2'))).toEqual([0, null, null, null, null, 'no sales']);
    // PRD: mean 1.04 over Σ V 5420 ÷ Σ S 5400 = 1.0361, above 1.03; COD 4; MVP 104.
    expect(tests(rows.get('002 B1'))).toEqual([5, null, 'pass', 'fail', 'fail', 'fail']);
    expect([rows.get('001 B1')?.zone_letter, rows.get('001 O1')?.zone_letter]).toEqual(['B', 'S']);
  });

  it('gives the statistics of the pairs that have both sides, and counts the others', async () => {
    const rows = await bySql();
    const of = (v: readonly number[]) => studyOf(v.map((one) => ({ v: one, s: 100 })));
    const a1 = of([97, 98, 99, 100, 101, 108]);
    for (const name of ['median', 'mvp', 'weighted_mean', 'cod', 'prd', 'prb'])
      expect(rows.get('001 A1')?.[name], name).toBeCloseTo(
        Number(a1[name] ?? a1[name === 'mvp' ? 'mean' : name]),
        9,
      );
    // T1 leaves out the one without V1 and the one without S1; what the window or the standard leaves out is not counted.
    expect([rows.get('001 T1')?.n, rows.get('001 T1')?.n_left_out]).toEqual([4, 2]);
    // One pair: a median; two: no slope.
    const one = rows.get('001 RU2');
    expect([one?.n, number(one?.median), one?.mvp, one?.cod, one?.prd, one?.prb]).toEqual([
      1,
      0.8,
      null,
      null,
      null,
      null,
    ]);
    expect([
      number(rows.get('001 E4')?.median),
      number(rows.get('001 E4')?.cod),
      rows.get('001 E4')?.prb,
    ]).toEqual([0.9, 11.111111, null]);
    expect(rows.get('001 none')).toMatchObject({ n: 1, properties: 1, zone_letter: null });
    // By the other series V0 ÷ S0 is 1 everywhere.
    expect(number((await bySql({ series: 'lt' })).get('001 A1')?.mvp)).toBe(100);
  });

  it('adds up values and changes of active properties, blanks among them', async () => {
    const r2 = (await bySql()).get('001 R2');
    // Σ V0 400, Σ V1 600; those with both 300 and 300: no change.
    expect(
      [r2?.properties, r2?.sum_v0, r2?.sum_v1, r2?.n_change, r2?.sums_change, r2?.n_analysed].map(number),
    ).toEqual([4, 400, 600, 2, 0, 0]);
  });

  it('gives totals their figures, and how many judged zones pass', async () => {
    const rows = await bySql();
    // 001 judges B1, B2, A1, S1 and O1, of which the first and the third fail; 002 judges one.
    expect(rows.get('001 Total')).toMatchObject({
      n: 34,
      verdict: '3 of 5 judged pass',
      test_301: null,
      n_left_out: 2,
    });
    expect(rows.get('002 Total')).toMatchObject({ n: 5, verdict: '0 of 1 judged pass' });
    expect(rows.get('All Total')).toMatchObject({ n: 39, verdict: '3 of 6 judged pass', test_304: null });
    const zones = [...rows.values()].filter((row) => row.row_level === 1);
    for (const name of ['properties', 'n', 'sum_v0', 'sum_v1', 'n_left_out'])
      expect(Number(rows.get('All Total')?.[name]), name).toBe(
        zones.reduce((so, row) => so + Number(row[name] ?? 0), 0),
      );
    // One district has one total.
    expect([...(await bySql({ districts: ['002'] })).keys()]).toEqual(['002 B1', '002 Total']);
  });

  it('compares the change of analysed properties with the rest from five on, 5 % included', async () => {
    // Analysed: four times 1.1 and once 1.0 are 8 % on average; the rest 3 %: exactly 5 % apart.
    await sold('IN1', [110, 110, 110, 110, 100], { zone: 'IN1' });
    await made({ zone: 'IN1', v0: 100, v1: 103 });
    // Four analysed properties say nothing.
    await sold('IN2', [150, 150, 150, 150], { zone: 'IN2' });
    await made({ zone: 'IN2' });
    await sold('IN3', [110, 110, 110, 110, 100], { zone: 'IN3' });
    await made({ zone: 'IN3', v0: 100, v1: 102 });
    const rows = await bySql({ zones: ['IN1', 'IN2', 'IN3'] });
    const said = (zone: string) => {
      const row = rows.get(`001 ${zone}`);
      return [row?.n_analysed, number(row?.coavc), row?.test_300];
    };
    expect(said('IN1')).toEqual([5, 0.05, 'pass']);
    expect(said('IN2')).toEqual([4, 0.5, null]);
    expect(said('IN3')).toEqual([5, 0.06, 'fail']);
    expect(rows.get('001 IN3')?.verdict).toBe('fail');
  });

  it('moves adjusted land values to the dates of another year', async () => {
    const moved = async (more: Row, year: number) => {
      const { analysis_id } = await made({
        zone: 'MOV',
        v0: 100_000,
        v1: 110_000,
        s: {
          s0: 99_000,
          s1: 111_000,
          analysed_lv: 100_000,
          monthly_pct: 1,
          contract_date: '2022-07-01',
          ...more,
        },
      });
      const rows = await db.owner('select * from ratio_sample($1) where analysis_id = $2', [
        year,
        analysis_id,
      ]);
      return [rows[0]?.alv_lt, rows[0]?.alv_future, rows[0]?.analysed_lv].map(number);
    };
    // In force: as the analysis has them. A year on, S of 2023 is the one under work, and 24.02 months of 1 % are 27 %: 731 days.
    expect(await moved({ time_method: 'LINEAR' }, 2022)).toEqual([99_000, 111_000, 100_000]);
    expect(await moved({ time_method: 'LINEAR' }, 2023)).toEqual([111_000, 124_000, 100_000]);
    expect(await moved({ time_method: 'COMPOUND' }, 2023)).toEqual([111_000, 127_000, 100_000]);
    // A year back, 365 days are 11.99 months: 88,000 linear. S of 2022 is the one in force.
    expect(await moved({ time_method: 'LINEAR' }, 2021)).toEqual([88_000, 99_000, 100_000]);
    // Without a land value at the contract date there is nothing to move.
    expect(await moved({ analysed_lv: null }, 2021)).toEqual([null, 99_000, null]);
    // Without a change a month of its own: the component's, here none.
    expect(await moved({ monthly_pct: null }, 2021)).toEqual([100_000, 99_000, 100_000]);
    await db.owner(`delete from analysis where zone_code = 'MOV'`);
  });
});

describe('sales behind the level', () => {
  const ratios = [90, 95, 100, 104, 118, 170, 99, 101];
  const cod = (r: readonly number[]) => Number(studyOf(r.map((v) => ({ v, s: 100 }))).cod);
  beforeAll(async () => {
    await sold('PU1', ratios);
    await sold('PU2', [90, 110]);
    await sold('PU3', [80, 110, 125]);
    await sold('PU4', [100, 100, 100, 100, 130, 100, 100, 95, 105]);
  });

  it.each(['PU1', 'PU3', 'PU4'])('pull on the COD of %s as it is with and without each', async (zone) => {
    const rows = await db.report('statdetl', { ...untouchedLevel, zones: [zone] });
    const all = rows.map((row) => Math.round(Number(row.ratio) * 100));
    for (const [i, row] of rows.entries()) {
      const rest = all.filter((_, j) => j !== i);
      expect(Number(row.pull), `${zone} ${row.ratio}`).toBeCloseTo(cod(all) - cod(rest), 9);
      expect(Number(row.zone_deviation)).toBeCloseTo(
        Math.abs(Number(row.ratio) - percentile(all, 0.5) / 100),
        9,
      );
    }
    expect(rows.length).toBe(zone === 'PU3' ? 3 : zone === 'PU4' ? 9 : 8);
  });

  it('have no pull in a zone of two, and flags of their own zone', async () => {
    const rows = await db.report('statdetl', { ...untouchedLevel, zones: ['PU1', 'PU2'] });
    expect(rows.filter((row) => row.zone_code === 'PU2').map((row) => row.pull)).toEqual([null, null]);
    // PU1 in order 90, 95, 99, 100, 101, 104, 118, 170: quartiles 98 and 107.5, so 1.5 IQR ends at 121.75, 3 IQR at 136.
    expect(rows.filter((row) => row.outlier_3iqr).map((row) => number(row.ratio))).toEqual([1.7]);
    expect(rows.filter((row) => row.outlier_15iqr).map((row) => number(row.ratio))).toEqual([1.7]);
  });

  it('are the pairs that the level counts', async () => {
    const sales = (await db.report('statdetl', untouchedLevel)).map(
      (row) => `${row.district_code} ${row.zone_code}`,
    );
    for (const [key, row] of await bySql())
      if (row.row_level === 1) expect(sales.filter((one) => one === key).length, key).toBe(row.n);
  });
});

describe('shapes of the ratios', () => {
  it('put a ratio into the twentieth that it begins', async () => {
    // 0.95 belongs to the bar from 0.95, though 0.95 × 20 is a little below 19 in floating point; the ends are one bar each.
    await sold('CH1', [49, 50, 54, 95, 99, 100, 149, 150, 230]);
    const rows = await db.report('statchart', { ...untouchedLevel, zones: ['CH1'] });
    expect(
      rows
        .map((row) => [number(row.ratio), number(row.ratio_from), number(row.ratio_to)])
        .toSorted(([a], [b]) => Number(a) - Number(b)),
    ).toEqual([
      [0.49, 0.45, 0.5],
      [0.5, 0.5, 0.55],
      [0.54, 0.5, 0.55],
      [0.95, 0.95, 1],
      [0.99, 0.95, 1],
      [1, 1, 1.05],
      [1.49, 1.45, 1.5],
      [1.5, 1.5, 1.55],
      [2.3, 1.5, 1.55],
    ]);
    expect(rows.every((row) => row.drawn === 1 && row.drawn_ratio === row.ratio)).toBe(true);
  });

  it('draws every second point of more than two thousand', async () => {
    const [property_id] = await db.owner(
      `select min(property_id) as id from analysis where zone_code = 'CH1'`,
    );
    await db.owner(
      `insert into analysis (property_id, district_code, zone_code, contract_date, suitability, alv_future)
       select $1, '001', 'CH2', '2022-09-01', 'IN', 100 + i from generate_series(1, 2001) as i`,
      [property_id?.id],
    );
    const drawn = async () =>
      (await db.report('statchart', { ...untouchedLevel, zones: ['CH2'] })).filter((row) => row.drawn === 1);
    expect((await drawn()).length).toBe(1000);
    await db.owner(`delete from analysis where zone_code = 'CH2' and alv_future = 2101`);
    expect((await drawn()).length).toBe(2000);
  });
});

describe('level of values by component, and test 305', () => {
  /** Sales of a component: V0 100, V1 100, and these adjusted land values at the future date. */
  async function implied(
    component: string,
    futures: readonly number[],
    factor: number | null,
    more: Partial<Case> = {},
  ) {
    await db.owner(
      `insert into component (district_code, code, zone_code, description) values ('001', $1, 'A1', 'Of ' || $1)
       on conflict do nothing`,
      [component],
    );
    if (factor !== null)
      await put(db, 'component_year', [
        { district_code: '001', component_code: component, base_date: '2023-07-01', factor },
      ]);
    for (const s1 of futures) await made({ zone: 'A1', component, ...more, s: { s1 } });
  }
  const checked = async (more: Row = {}) =>
    new Map(
      (await db.report('statsumm', { ...untouchedLevel, by: 'component', with_totals: false, ...more })).map(
        (row) => [String(row.group_code), row],
      ),
    );
  const said = (row: Row | undefined) =>
    row && [number(row.factor), row.n_implied, number(row.implied_factor), row.test_305, row.test_305_chance];

  beforeAll(async () => {
    // 1.21 is 10 % above 1.1, just inside; 1.222 is 11 % above.
    await implied('FA', [110, 121, 130], 1.1);
    await implied(
      'FB',
      [110, 122.1, 130].map((s) => s * 10),
      1.1,
      { v0: 1000, v1: 1000 },
    );
    // Two sales, and none, tell nothing; without a factor there is nothing to compare.
    await implied('FC', [150, 150], 1);
    await implied('FD', [], 1);
    await implied('FE', [150, 150, 150], null);
    // Of six the interval of the median is from the first to the last: it reaches below 1.1, or does not.
    await implied('FF', [100, 105, 120, 120, 125, 130], 1);
    await implied('FG', [115, 116, 120, 120, 125, 130], 1);
    await implied('FH', [75, 80, 80, 80, 80, 85], 1);
    // A sale without V0 has a ratio and implies nothing.
    await implied('FI', [100, 100, 100], 1);
    await made({ zone: 'A1', component: 'FI', v0: null, s: { s1: 100 } });
    // A factor as values have it.
    await implied('FJ', [105, 105, 105], null, {
      value: { method: 'F', factor_applied: 1.05, factor_component: 'FJ' },
    });
    await made({ zone: 'A1', component: 'FD' });
  });

  it('holds the factor against the median of S1 over V0, within the tolerance, from three sales on', async () => {
    const rows = await checked();
    // Factor, n, implied, test 305, chance.
    expect(said(rows.get('FA'))).toEqual([1.1, 3, 1.21, 'pass', null]);
    expect(said(rows.get('FB'))).toEqual([1.1, 3, 1.221, 'fail', 'too few to tell']);
    expect(said(rows.get('FC'))).toEqual([1, 2, 1.5, null, null]);
    expect(said(rows.get('FD'))).toEqual([1, 0, null, null, null]);
    expect(said(rows.get('FE'))).toEqual([null, 3, 1.5, null, null]);
    expect(said(rows.get('FF'))).toEqual([1, 6, 1.2, 'fail', 'may be chance']);
    expect(said(rows.get('FG'))).toEqual([1, 6, 1.2, 'fail', 'beyond chance']);
    expect(said(rows.get('FH'))).toEqual([1, 6, 0.8, 'fail', 'beyond chance']);
    expect(said(rows.get('FI'))).toEqual([1, 3, 1, 'pass', null]);
    expect(rows.get('FI')?.n).toBe(4);
    expect(said(rows.get('FJ'))).toEqual([1.05, 3, 1.05, 'pass', null]);
    expect([number(rows.get('FB')?.implied_difference), number(rows.get('FF')?.implied_low)]).toEqual([
      0.11, 1,
    ]);
  });

  it('takes the tolerance of the option, unless another is asked for', async () => {
    expect((await checked({ tolerance: 0.2 })).get('FG')?.test_305).toBe('pass');
    await db.owner(`update setting set number = 5 where key = 'avm.tolerance'`);
    expect((await checked()).get('FA')?.test_305).toBe('fail');
    await db.owner(`update setting set number = null where key = 'avm.tolerance'`);
    expect((await checked()).get('FA')?.test_305).toBe('pass');
  });

  it('judges a component by the limits of its zone, and has totals where they are asked for', async () => {
    const ff = (await checked()).get('FF');
    // Six ratios of 100 over S1: the letter is that of A1.
    expect([ff?.zone_code, ff?.zone_letter, Number(ff?.cod_limit), ff?.test_303, ff?.verdict]).toEqual([
      'A1',
      'A',
      10,
      'fail',
      'fail',
    ]);
    expect((await checked()).has('Total')).toBe(false);
    expect((await checked({ with_totals: true })).has('Total')).toBe(true);
  });
});

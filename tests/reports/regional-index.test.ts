// The regional index of Crown land, small enough to count by hand. Base year 2022: V0 at 1 July 2022, V1 a year later.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putPlaces, untouched } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;
let north = 0;
const cle = new Map<string, number>();

const v0 = '2022-07-01';
const v1 = '2023-07-01';

/** A benchmark with its values before and after; null: it has none at that date. */
async function benchmark(
  id: number,
  district_code: string,
  component_code: string,
  benchmark_type: 'P' | 'R' | 'S',
  values: readonly (number | null)[],
  more: { readonly status?: string; readonly index_exception?: boolean } = {},
): Promise<void> {
  const { status = 'A', ...marks } = more;
  await put(db, 'property', [property(id, { district_code, component_code, status, crown: true })]);
  for (const [i, land_value] of values.entries())
    if (land_value !== null)
      await put(db, 'property_value', [
        { property_id: id, district_code, base_date: i === 0 ? v0 : v1, land_value },
      ]);
  await put(db, 'benchmark_year', [
    { property_id: id, district_code, component_code, base_date: v1, benchmark_type, ...marks },
  ]);
}

/** A CLE property with its values at both dates, and its parcels. */
async function land(name: string, of: Row, values: readonly Row[], parcels: readonly Row[]): Promise<void> {
  const [id = 0] = await put(db, 'crown_property', [{ name, ...of }]);
  cle.set(name, id);
  for (const row of values) await put(db, 'crown_value', [{ crown_property_id: id, ...row }]);
  for (const row of parcels)
    await put(db, 'crown_parcel', [
      {
        crown_property_id: id,
        district_code: of.district_code,
        valuation_class: of.valuation_class,
        area: 500,
        land_value: 1_000,
        ...row,
      },
    ]);
}

beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
  [north = 0] = await put(db, 'contract_region', [{ name: 'North', contract_start: '2021-03-01' }]);
  const [south] = await put(db, 'contract_region', [{ name: 'South', contract_start: '2021-03-01' }]);
  await put(db, 'region_district', [
    { region_id: north, district_code: '001' },
    { region_id: north, district_code: '002' },
    { region_id: north, district_code: '005' },
    { region_id: south, district_code: '007' },
    // Surrounding is not inside.
    { region_id: south, district_code: '001', surrounding: true },
  ]);
  await put(db, 'district_year', [
    { district_code: '001', base_date: v1, in_tranche: true },
    { district_code: '002', base_date: v1, in_tranche: true },
    { district_code: '005', base_date: v1, in_tranche: false },
    { district_code: '005', base_date: v0, in_tranche: true },
    { district_code: '007', base_date: v1, in_tranche: true },
  ]);
  const crown = (district_code: string, code: string, crown_class: string | null, more: Row = {}): Row => ({
    district_code,
    code,
    crown_class,
    crown: true,
    ...more,
  });
  await put(db, 'component', [
    crown('001', 'CRA', 'REC'),
    crown('002', 'CRB', 'REC'),
    crown('005', 'CRC', 'REC'),
    crown('001', 'CRI', 'IND'),
    // Financial, whatever class it is given.
    crown('002', 'CRF', 'COM', { financial: true }),
    crown('001', 'CRR', 'RUR'),
    crown('001', 'CRN', null),
    crown('007', 'CRS', 'REC'),
    crown('001', 'CRX', 'REC', { active: false }),
  ]);
  // The known answer: 400,000, 250,000 and 600,000 become 440,000, 265,000 and 672,000, which is 1.102.
  await benchmark(101, '001', 'CRA', 'P', [400_000, 440_000]);
  await benchmark(102, '001', 'CRA', 'R', [250_000, 265_000]);
  await benchmark(103, '002', 'CRB', 'R', [600_000, 672_000]);
  // What does not count: a secondary one, an exception, one without a value, one that is gone, and all out of tranche.
  await benchmark(104, '002', 'CRB', 'S', [100_000, 300_000]);
  await benchmark(105, '001', 'CRA', 'R', [100_000, 300_000], { index_exception: true });
  await benchmark(106, '001', 'CRA', 'R', [null, 300_000]);
  await benchmark(107, '001', 'CRA', 'R', [100_000, 0]);
  await benchmark(108, '001', 'CRA', 'R', [100_000, 300_000], { status: 'X' });
  await benchmark(109, '005', 'CRC', 'P', [100_000, 300_000]);
  // No Crown component.
  await benchmark(110, '001', 'AAB', 'P', [100_000, 300_000]);
  await benchmark(120, '001', 'CRI', 'P', [500_000, 550_000]);
  await benchmark(130, '002', 'CRF', 'P', [100_000, 105_000]);
  await benchmark(131, '002', 'CRF', 'R', [100_000, 105_000]);
  await benchmark(140, '001', 'CRR', 'P', [100_000, 120_000]);
  await benchmark(141, '001', 'CRR', 'R', [100_000, 120_000]);
  await benchmark(150, '001', 'CRN', 'P', [100_000, 120_000]);
  await benchmark(151, '001', 'CRN', 'R', [100_000, 120_000]);
  await benchmark(160, '007', 'CRS', 'P', [10_000_000, 1_000]);
  await benchmark(161, '007', 'CRS', 'R', [10_000_000, 1_000]);

  const at = (base_date: string, more: Row): Row => ({ base_date, ...more });
  await land(
    'reserve',
    { district_code: '005', valuation_class: 'REC', area: 900 },
    [at(v0, { land_value: 180_000 }), at(v1, { land_value: 198_000 })],
    // Whole, without an area, with an area of 0, without a value, with a value of 0.
    [{}, { area: null }, { area: 0 }, { land_value: null }, { land_value: 0 }],
  );
  await land(
    'park',
    { district_code: '001', valuation_class: 'REC', area: 100 },
    [at(v0, { land_value: 50_000 })],
    // No value at V1 yet, though the parcel has its own.
    [{}],
  );
  await land(
    'marina',
    { district_code: '005', valuation_class: 'FIN', area: 300 },
    [
      at(v0, { land_value: 400_000, net_rent: 24_000, cap_rate: 0.06 }),
      at(v1, { land_value: 380_952, net_rent: 24_000, cap_rate: 0.063 }),
    ],
    // Land with a cap rate needs no area.
    [{ area: null }],
  );
  await land(
    'club',
    { district_code: '005', valuation_class: 'FIN' },
    [at(v1, { land_value: 100_000, net_rent: 6_000 })],
    [{ area: 700 }],
  );
  await land('mill', { district_code: '005', valuation_class: 'IND' }, [at(v1, { land_value: 1 })], [{}, {}]);
  await land('run', { district_code: '005', valuation_class: 'RUR' }, [at(v1, { land_value: 1 })], [{}]);
  // The class of the parcel counts before that of its property; without either it has none.
  await land(
    'plain',
    { district_code: '002', valuation_class: null },
    [at(v1, { land_value: 1 })],
    [{ valuation_class: 'WAT' }, { valuation_class: null }],
  );
  await put(db, 'crown_parcel', [
    { district_code: '001', valuation_class: 'ROA' },
    { district_code: '012', valuation_class: 'REC' },
    { district_code: '007', valuation_class: 'REC', area: 1, land_value: 1 },
  ]);
  await put(db, 'regional_index', [
    {
      region_id: north,
      crown_class: 'REC',
      base_date: v1,
      factor: 1.102,
      n_benchmarks: 3,
      sum_old: 1_250_000,
      sum_new: 1_377_000,
    },
    {
      region_id: north,
      crown_class: 'FIN',
      base_date: v1,
      factor: 1.05,
      n_benchmarks: 2,
      sum_old: 200_000,
      sum_new: 210_000,
    },
    {
      region_id: north,
      crown_class: 'IND',
      base_date: v1,
      factor: null,
      n_benchmarks: 1,
      sum_old: 500_000,
      sum_new: 550_000,
    },
    // Of another year.
    {
      region_id: north,
      crown_class: 'RUR',
      base_date: v0,
      factor: 1.2,
      n_benchmarks: 2,
      sum_old: 1,
      sum_new: 1,
    },
  ]);
  await put(db, 'lga_index', [
    { district_code: '005', crown_class: 'REC', base_date: v1, applied_on: '2023-09-01' },
  ]);
});
afterAll(() => db?.close());

const all = ['001', '002', '005', '007', '012'];
const listed = (name: string, params: Row = {}) =>
  db.report(name, { ...untouched, districts: all, ...params });
const number = (given: unknown) => (given === null ? null : Math.round(Number(given) * 10_000) / 10_000);
const index = async (params: Row = {}, ...more: [districts?: readonly string[]]) =>
  (await db.report('regionalindex', { ...untouched, districts: all, ...params }, ...more))
    .map((row) => ({
      key: `${row.region} ${row.crown_class}`,
      n: [row.benchmarks, row.properties],
      sums: [row.sum_old, row.sum_new].map(number),
      factor: [row.region_factor, row.calculated_factor].map(number),
      lgas: [row.lgas_in, row.lgas_out],
      value: [row.area, row.value, row.indexed_value, row.factored_value].map(number),
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));

describe('the regional index', () => {
  it('is new by old values of the benchmarks that count, and moves land out of tranche', async () => {
    const rows = new Map((await index()).map((row) => [row.key, row]));
    expect([...rows.keys()]).toEqual([
      'No region REC',
      ...['North ', 'North FIN', 'North IND', 'North REC', 'North ROA', 'North RUR', 'North WAT'],
      'South REC',
    ]);
    // 1,377,000 ÷ 1,250,000 = 1.1016. In tranche 50,000 stay as they are; 180,000 × 1.102 = 198,360, rounded 198,000.
    expect(rows.get('North REC')).toEqual({
      key: 'North REC',
      n: [3, 2],
      sums: [1_250_000, 1_377_000],
      factor: [1.102, 1.102],
      lgas: [2, 1],
      value: [1_000, 230_000, 180_000, 198_000],
    });
    // 6 % × 1.05 = 6.3 %; 24,000 ÷ 0.063 = 380,952. The club had no value before.
    expect(rows.get('North FIN')).toMatchObject({
      n: [2, 2],
      factor: [1.05, 1.05],
      value: [300, 400_000, 400_000, 380_952],
    });
    // One benchmark makes none, and the row stays; two make one that nobody calculated yet.
    expect(rows.get('North IND')).toMatchObject({
      n: [1, 1],
      sums: [500_000, 550_000],
      factor: [null, null],
    });
    expect(rows.get('North RUR')).toMatchObject({ n: [2, 1], factor: [1.2, null] });
    // No benchmark, and a class that is none.
    expect(rows.get('North WAT')).toMatchObject({ n: [0, null], sums: [null, null], factor: [null, null] });
    expect(rows.get('North ')).toMatchObject({ n: [2, 1], factor: [null, null] });
    // What lies in no region has no index.
    expect(rows.get('No region REC')).toMatchObject({ n: [0, null], factor: [null, null], lgas: [0, 1] });
  });

  it('takes the region whole whichever of its districts is chosen, and keeps to classes', async () => {
    const rows = await index({ districts: ['005'], classes: ['REC'] });
    expect(rows).toEqual((await index({ classes: ['REC'] })).filter(({ key }) => key === 'North REC'));
    expect(await index({ districts: ['511'] })).toEqual([]);
  });

  it('prefers what an LGA out of tranche is given', async () => {
    await db.owner(`update lga_index set custom_factor = 1.2 where district_code = '005'`);
    const [row] = await index({ classes: ['REC'], districts: ['005'] });
    await db.owner('update lga_index set custom_factor = null');
    // 180,000 × 1.2.
    expect(row).toMatchObject({ factor: [1.102, 1.102], value: [1_000, 230_000, 180_000, 216_000] });
  });

  it('is what was calculated for all where the reader sees a part of the region only', async () => {
    await db.owner(`update regional_index set factor = 1.11 where crown_class = 'REC'`);
    const [row] = await index({ classes: ['REC'], districts: ['005'] }, ['005']);
    await db.owner(`update regional_index set factor = 1.102 where crown_class = 'REC'`);
    expect(row).toMatchObject({ n: [3, 1], sums: [1_250_000, 1_377_000], factor: [1.11, 1.11] });
  });

  it('names each benchmark and why it does not count', async () => {
    const rows = await listed('regionalindex.benchmarks', { classes: ['REC'] });
    expect(rows.map((row) => `${row.property_id} ${row.in_index}`).sort()).toEqual([
      '101 Counted',
      '102 Counted',
      '103 Counted',
      '105 Marked as an exception',
      '106 It lacks a value',
      '107 It lacks a value',
      '108 It is not active',
      '109 Its LGA is out of tranche',
      '160 Counted',
      '161 Counted',
    ]);
    const change = new Map(rows.map((row) => [row.property_id, number(row.benchmark_change)]));
    expect([change.get(101), change.get(106), change.get(107)]).toEqual([0.1, null, -1]);
  });
});

describe('Crown land without a factor', () => {
  const found = async (params: Row = {}) =>
    (await listed('rinofactor', params))
      .map((row) => `${row.district_code} ${row.crown_class} ${row.tranche}: ${row.reason}, ${row.parcels}`)
      .sort();

  it('has no, or one benchmark, no calculation, no class or no region', async () => {
    expect(await found()).toEqual([
      '001 ROA In: No benchmark, 1',
      '002  In: No class is given, 1',
      '002 WAT In: No benchmark, 1',
      '005 IND Out: Only one benchmark, 2',
      '005 RUR Out: Not calculated, 1',
      '007 REC In: Not calculated, 1',
      '012 REC Out: The LGA lies in no region, 1',
    ]);
    expect(await found({ districts: ['005'], classes: ['IND'] })).toEqual([
      '005 IND Out: Only one benchmark, 2',
    ]);
  });

  it('has one where the LGA is given its own', async () => {
    await put(db, 'lga_index', [
      { district_code: '005', crown_class: 'IND', base_date: v1, custom_factor: 1.1 },
      // Of another year, and of one in tranche.
      { district_code: '005', crown_class: 'RUR', base_date: v0, custom_factor: 1.1 },
      { district_code: '001', crown_class: 'ROA', base_date: v1, custom_factor: 1.1 },
    ]);
    const rows = await found();
    await db.owner(`delete from lga_index where crown_class in ('IND', 'RUR', 'ROA')`);
    expect(rows.filter((row) => / (?:IND|RUR|ROA) /.test(row))).toEqual([
      '001 ROA In: No benchmark, 1',
      '005 RUR Out: Not calculated, 1',
    ]);
  });
});

describe('bad factors', () => {
  const found = async (params: Row = {}) =>
    (await listed('ribadfactor', params))
      .map(
        (row) =>
          `${row.district_code} ${row.crown_class} ${row.factor_source}: ${number(row.own_factor)} of ${number(row.region_factor)}, ${number(row.spread)}, ${row.reason}`,
      )
      .sort();
  const given = async (custom_factor: number, params: Row = {}) => {
    await db.owner(`update lga_index set custom_factor = $1 where district_code = '005'`, [custom_factor]);
    const rows = await found({ districts: ['005'], ...params });
    await db.owner('update lga_index set custom_factor = null');
    return rows;
  };

  it('are 0, whatever the region has', async () => {
    // 2,000 ÷ 20,000,000 = 0.0001, to three decimals nothing. 001 has 705,000 ÷ 650,000 = 1.085, 002 one benchmark.
    expect(await found()).toEqual(['007 REC Own benchmarks: 0 of 0, null, Not above 0']);
  });

  it('lie off their region by more than the option says', async () => {
    // 1.102 × 1.2 = 1.3224 and × 0.8 = 0.8816.
    expect(await given(1.3224)).toEqual([]);
    expect(await given(1.323)).toEqual(['005 REC Custom: 1.323 of 1.102, 0.2005, Off its region']);
    expect(await given(0.8816)).toEqual([]);
    expect(await given(0.88)).toEqual(['005 REC Custom: 0.88 of 1.102, -0.2015, Off its region']);
    expect(await given(1.323, { most_spread: 0.25 })).toEqual([]);
    expect(await given(1.323, { classes: ['IND'] })).toEqual([]);
  });

  it('are judged by the options of their region', async () => {
    await put(db, 'setting', [
      { key: 'ri.bad.spread', region_id: north, number: 30 },
      { key: 'ri.bad.maximum', region_id: north, number: 1.4 },
    ]);
    const rows = [await given(1.323), await given(1.4), await given(1.41)];
    await db.owner('delete from setting where region_id is not null');
    expect(rows).toEqual([[], [], ['005 REC Custom: 1.41 of 1.102, 0.2795, Higher than 1.4']]);
  });

  it('are not judged by a region that has none, but for what is too high', async () => {
    await put(db, 'lga_index', [
      { district_code: '005', crown_class: 'IND', base_date: v1, custom_factor: 3 },
      { district_code: '005', crown_class: 'WAT', base_date: v1, custom_factor: 3.001 },
    ]);
    const rows = await found({ districts: ['005'] });
    await db.owner(`delete from lga_index where crown_class in ('IND', 'WAT')`);
    expect(rows).toEqual(['005 WAT Custom: 3.001 of null, null, Higher than 3']);
  });
});

describe('classes that are not finished', () => {
  const found = async (params: Row = {}) =>
    (await listed('riincomplete', params))
      .map((row) =>
        [
          `${row.region} ${row.crown_class}: ${row.parcels}`,
          row.open_lgas ? `1 open (${row.open_lgas})` : '0 open',
          [row.without_value, row.without_area, row.without_property].join(' '),
        ].join(', '),
      )
      .sort();

  it('lack an application, or parcels lack value, area or property', async () => {
    expect(await found()).toEqual([
      // 012 is out of tranche, as no year says that it is in; its parcel belongs to nothing.
      'No region REC: 1, 1 open (SINGLETON), 0 0 1',
      // The club has no cap rate; the marina's parcel no area, which it needs not.
      'North FIN: 2, 1 open (MAITLAND), 0 1 0',
      'North IND: 2, 1 open (MAITLAND), 0 0 0',
      // Two of the reserve without their own value, and the park, whose property has none at V1.
      'North REC: 6, 0 open, 3 2 0',
      'North ROA: 1, 0 open, 0 0 1',
      'North RUR: 1, 1 open (MAITLAND), 0 0 0',
      'South REC: 1, 0 open, 0 0 1',
    ]);
    expect(await found({ districts: ['001'], classes: ['REC'] })).toEqual(['North REC: 1, 0 open, 1 0 0']);
  });
});

describe('reports of Crown components', () => {
  const found = async (params: Row = {}) =>
    (await listed('clcrcheck', params))
      .map((row) => `${row.district_code} ${row.component_code} ${row.crown_class}: ${row.missing_parts}`)
      .sort();
  const text = (words: string) => JSON.stringify({ blocks: [{ type: 'p', text: words }] });

  it('lack what they lack', async () => {
    const [valuer = 0] = await put(db, 'app_user', [{ username: 'val', full_name: 'Val Uer', valuer: true }]);
    const whole = {
      district_code: '001',
      base_date: v1,
      factor: 1.1,
      report_valuer_id: valuer,
      comments: text('Seen.'),
    };
    await put(db, 'component_year', [
      { ...whole, component_code: 'CRA' },
      { ...whole, component_code: 'CRI', comments: text(' ') },
      { ...whole, component_code: 'CRR', report_valuer_id: null },
      { ...whole, component_code: 'CRN', factor: null },
      { ...whole, component_code: 'CRB', district_code: '002' },
      { ...whole, component_code: 'CRF', district_code: '002', base_date: v0 },
      { ...whole, component_code: 'CRC', district_code: '005' },
    ]);
    const [analysis_id] = await put(db, 'analysis', [{ district_code: '001', property_id: 101 }]);
    const link = (
      district_code: string,
      component_code: string,
      property_id: number,
      base_date = v1,
    ): Row => ({
      district_code,
      component_code,
      property_id,
      base_date,
      analysis_id,
    });
    await put(db, 'analysis_benchmark', [
      link('001', 'CRA', 101),
      link('001', 'CRI', 120),
      link('001', 'CRR', 140),
      link('001', 'CRN', 150),
      link('002', 'CRB', 103),
      link('002', 'CRF', 130),
      link('005', 'CRC', 109, v0),
    ]);
    // CRA lacks nothing; CRX is not in use, AAB no Crown land.
    expect(await found()).toEqual([
      '001 CRI IND: comments',
      '001 CRN : factor',
      '001 CRR RUR: valuer',
      '002 CRB REC: primary benchmark',
      '002 CRF FIN: report, valuer, comments, factor',
      '005 CRC REC: linked sales',
      '007 CRS REC: report, valuer, comments, linked sales, factor',
    ]);
    expect(await found({ components: ['CRC'] })).toEqual(['005 CRC REC: linked sales']);
    expect(await found({ valuers: [valuer], districts: ['001'] })).toEqual([
      '001 CRI IND: comments',
      '001 CRN : factor',
    ]);
    await db.owner(`update property set status = 'X' where id = 101`);
    const gone = await found({ components: ['CRA'] });
    await db.owner(`update property set status = 'A' where id = 101`);
    expect(gone).toEqual(['001 CRA REC: primary benchmark']);
  });
});

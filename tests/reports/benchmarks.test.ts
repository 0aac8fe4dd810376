// Benchmarks, each rule with what it finds and what it leaves. Base year 2022: V0 at 1 July 2022, V1 a year later.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putPlaces, sale, untouched } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

type Link = 'COM' | 'none' | 'bare' | 'earlier';

/** Number, type, component, V0 and V1 (undefined: no row), what else the property is, and how a sale is linked to it. */
const benchmarks: readonly (readonly [
  id: number,
  type: 'P' | 'R' | 'S',
  component: string,
  v0: number | null | undefined,
  v1: number | null | undefined,
  more?: Row,
  link?: Link,
])[] = [
  // f of AAB is 1.1.
  [11, 'P', 'AAB', 100_000, 110_000],
  // A reference just within 10 % of 110,000 on both sides, and just outside; a secondary just within 30 % and outside.
  [21, 'R', 'AAB', 100_000, 121_000],
  [22, 'R', 'AAB', 100_000, 121_100],
  [23, 'R', 'AAB', 100_000, 99_000],
  [24, 'R', 'AAB', 100_000, 98_900],
  [25, 'S', 'AAB', 100_000, 143_000],
  [26, 'S', 'AAB', 100_000, 143_100],
  // No V1, no V0, neither, 0 for each.
  [31, 'R', 'AAB', 100_000, null],
  [32, 'R', 'AAB', undefined, 110_000],
  [33, 'S', 'AAB', undefined, undefined],
  [34, 'S', 'AAB', 0, 110_000],
  [35, 'S', 'AAB', 100_000, 0],
  // Not linked, linked for the base date before, linked without a comparison.
  [41, 'S', 'AAB', 100_000, 110_000, {}, 'none'],
  [42, 'S', 'AAB', 100_000, 110_000, {}, 'earlier'],
  [43, 'S', 'AAB', 100_000, 110_000, {}, 'bare'],
  // Of another zone; without one; not active, of which nothing else is asked.
  [51, 'S', 'AAB', 100_000, 110_000, { zone_code: 'RU2' }],
  [52, 'S', 'AAB', 100_000, 110_000, { zone_code: null }],
  [53, 'S', 'AAB', null, 200_000, { status: 'X', zone_code: 'RU2' }, 'none'],
  [54, 'P', 'AAB', 100_000, 200_000, { status: 'O' }, 'none'],
  // f of HLF is 1.045: 522,500 is rounded up, so 522,000 is typed over.
  [61, 'P', 'HLF', 500_000, 523_000],
  [62, 'P', 'HLG', 500_000, 522_000],
  // f of DEC is 1.05235, to four decimals 1.0524: 8,500 becomes 8,945 and so 8,950, and not 8,940.
  [63, 'P', 'DEC', 8_500, 8_950],
  [64, 'P', 'DED', 8_500, 8_940],
  // No factor, so nothing to leave.
  [65, 'P', 'NOF', 100_000, 500_000],
  // The usual factor, where the year has none: 1.2.
  [66, 'P', 'USU', 100_000, 110_000],
  // No primary; two; not homogeneous with one benchmark and with two; without one at all.
  [71, 'R', 'NOP', 100_000, 110_000],
  [72, 'P', 'TWO', 100_000, 110_000],
  [73, 'P', 'TWO', 100_000, 110_000],
  [74, 'P', 'RAB', 100_000, 110_000, { zone_code: 'RU2' }],
  [75, 'P', 'NHT', 100_000, 110_000],
  [76, 'S', 'NHT', 100_000, 110_000],
];

let db: Reports;
const analyses: number[] = [];

beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
  await db.owner(`insert into component (district_code, code, zone_code, non_homogeneous, active) values
    ('001', 'HLF', 'R2', false, true), ('001', 'HLG', 'R2', false, true), ('001', 'DEC', 'R2', false, true),
    ('001', 'DED', 'R2', false, true), ('001', 'NOF', 'R2', false, true), ('001', 'USU', 'R2', false, true),
    ('001', 'NOP', 'R2', false, true), ('001', 'TWO', 'R2', false, true), ('001', 'NHT', 'R2', true, true),
    ('001', 'NON', 'R2', false, true), ('001', 'OLD', 'R2', false, false)`);
  await db.owner(`insert into component_year (district_code, component_code, base_date, factor) values
    ('001', 'AAB', '2023-07-01', 1.1), ('001', 'AAB', '2022-07-01', 1.5), ('001', 'HLF', '2023-07-01', 1.045),
    ('001', 'HLG', '2023-07-01', 1.045), ('001', 'DEC', '2023-07-01', 1.05235), ('001', 'DED', '2023-07-01', 1.05235)`);
  await put(db, 'property', [
    property(1),
    // Components without a primary benchmark: with a property, with none that is active, not in use.
    property(2, { component_code: 'NON' }),
    property(3, { component_code: 'OLD' }),
    property(4, { component_code: 'USU' }),
    property(5, { district_code: '002', component_code: 'AAB', status: 'X' }),
  ]);
  await put(db, 'property_value', [
    {
      property_id: 4,
      district_code: '001',
      base_date: '2023-07-01',
      land_value: 120_000,
      method: 'F',
      factor_applied: 1.2,
      factor_component: 'USU',
    },
  ]);
  for (let i = 0; i < 2; i++) {
    const [sale_id] = await put(db, 'sale', [sale(1)]);
    analyses.push(...(await put(db, 'analysis', [{ sale_id, property_id: 1, district_code: '001' }])));
  }
  for (const [id, benchmark_type, component_code, v0, v1, more = {}, link = 'COM'] of benchmarks) {
    await put(db, 'property', [
      property(id, { component_code, benchmark_type, area: 500, area_unit: 'M', ...more }),
    ]);
    for (const [year, land_value] of [
      [2022, v0],
      [2023, v1],
    ] as const)
      if (land_value !== undefined)
        await put(db, 'property_value', [
          { property_id: id, district_code: '001', base_date: `${year}-07-01`, land_value },
        ]);
    if (link === 'none') continue;
    await put(db, 'analysis_benchmark', [
      {
        district_code: '001',
        analysis_id: analyses[0],
        property_id: id,
        component_code,
        base_date: link === 'earlier' ? '2022-07-01' : '2023-07-01',
        comparison: link === 'bare' ? null : 'COM',
      },
    ]);
  }
  await put(db, 'analysis_benchmark', [
    {
      district_code: '001',
      analysis_id: analyses[1],
      property_id: 11,
      base_date: '2023-07-01',
      comparison: 'SUP',
    },
  ]);
  await put(db, 'benchmark_year', [
    {
      property_id: 11,
      district_code: '001',
      component_code: 'AAB',
      base_date: '2023-07-01',
      benchmark_type: 'P',
      comment: 'An ordinary lot',
    },
  ]);
});
afterAll(() => db?.close());

const listed = (name: string, params: Row = {}) => db.report(name, { ...untouched, ...params });

describe('values of benchmarks', () => {
  const found = async (params: Row = {}) =>
    (await listed('bmvalues', params)).map((row) => Number(row.property_id)).sort((a, b) => a - b);

  it('are of active properties that are a benchmark', async () => {
    const active = benchmarks.filter(([, , , , , more]) => more?.status === undefined).map(([id]) => id);
    expect(await found()).toEqual(active);
    expect(await found({ benchmarks: ['P'], components: ['AAB'] })).toEqual([11]);
    expect(await found({ zones: ['RU2'] })).toEqual([51, 74]);
    expect(await found({ components: ['NHT', 'TWO'], include_non_homogeneous: false })).toEqual([72, 73]);
    expect(await found({ types: ['RES'] })).toEqual([]);
    expect(await found({ valuers: [1] })).toEqual([]);
    expect(await found({ districts: ['002'] })).toEqual([]);
  });

  it('have change, rate, linked sales and comment', async () => {
    const rows = new Map((await listed('bmvalues')).map((row) => [Number(row.property_id), row]));
    const told = (id: number) => {
      const row = rows.get(id) ?? {};
      const number = (value: unknown) => (value === null ? null : Math.round(Number(value) * 1e6) / 1e6);
      return [number(row.value_change), number(row.future_rate), row.linked_sales, row.comment];
    };
    // 110,000 ÷ 100,000 − 1; 110,000 ÷ 500 m²; two sales linked for 1 July 2023.
    expect(told(11)).toEqual([0.1, 220, 2, 'An ordinary lot']);
    expect(told(31)).toEqual([null, null, 1, null]);
    expect(told(32)).toEqual([null, 220, 1, null]);
    // Without V0, and V1 0: no change of nothing, but one to nothing.
    expect(told(34)).toEqual([null, 220, 1, null]);
    expect(told(35)).toEqual([-1, 0, 1, null]);
    expect(told(41)).toEqual([0.1, 220, 0, null]);
    expect(told(42)).toEqual([0.1, 220, 0, null]);
    await db.owner('update property set area = 0 where id = 11');
    const [lot] = await listed('bmvalues', { benchmarks: ['P'], components: ['AAB'] });
    await db.owner('update property set area = 500 where id = 11');
    expect(lot?.future_rate).toBeNull();
  });
});

describe('benchmark exceptions', () => {
  const found = async (params: Row = {}) =>
    (await listed('bmexcept', params))
      .map((row) =>
        [row.property_id ?? row.component_code, row.benchmark_rule, row.detail].filter(Boolean).join(' '),
      )
      .sort();

  it('are found by each rule, and just outside by none', async () => {
    expect(await found()).toEqual(
      [
        'NON B1 Benchmarks: 0',
        'NOP B1 Benchmarks: 1',
        'TWO B2 Primary benchmarks: 2',
        'RAB B11 Benchmarks: 1',
        '31 B3 No future value',
        '32 B3 No LT value',
        '33 B3 No value',
        '34 B3 No LT value',
        '35 B3 No future value',
        '62 B4 $523,000 by the factor',
        '64 B4 $8,950 by the factor',
        '66 B4 $120,000 by the factor',
        // 121,100 ÷ 110,000 − 1, and 98,900 ÷ 110,000 − 1.
        '22 B5 10.1 % off $110,000',
        '24 B5 -10.1 % off $110,000',
        '26 B6 30.1 % off $110,000',
        '41 B7',
        '42 B7',
        '43 B8 Links without a comparison: 1',
        '51 B9 Property in RU2, component in R2',
        '52 B9 Property in none, component in R2',
        '53 B10 Cancelled',
        '54 B10 Out of contract',
      ].sort(),
    );
  });

  it('take their limits from the options', async () => {
    await db.owner(`update setting set number = 11 where key = 'bm.reference.tolerance'`);
    await db.owner(`update setting set number = 31 where key = 'bm.secondary.tolerance'`);
    await db.owner(`update setting set number = 3 where key = 'bm.least'`);
    const rows = await found();
    await db.owner(`update setting set number = null where key like 'bm.%'`);
    expect(rows.filter((row) => / B(5|6|11)/.test(row))).toEqual([
      'NHT B11 Benchmarks: 2',
      'RAB B11 Benchmarks: 1',
    ]);
  });

  it('keep to zones, components, types, valuers, homogeneous components and districts', async () => {
    expect(await found({ components: ['TWO'] })).toEqual(['TWO B2 Primary benchmarks: 2']);
    expect((await found({ zones: ['RU2'] })).map((row) => row.split(' ')[1])).toEqual(['B9', 'B10', 'B11']);
    expect(await found({ components: ['RAB'], include_non_homogeneous: false })).toEqual([]);
    expect(await found({ types: ['RES'] })).toEqual([]);
    expect(await found({ valuers: [1] })).toEqual([]);
    // The component of district 002 has no active property.
    expect(await found({ districts: ['002'] })).toEqual([]);
  });
});

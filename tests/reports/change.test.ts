// What districts are made of and how their values moved. Base year 2022: V0 at 1 July 2022, V1 a year later.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putPlaces, untouched } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;

/** A property with V0, V1 (null: none) and its area in m². */
const lots: readonly (readonly [
  id: number,
  v0: number | null,
  v1: number | null,
  area: number | null,
  more?: Row,
])[] = [
  [11, 100_000, 110_000, 500],
  [12, 200_000, 200_000, 1_000],
  // A strata lot has no area of its own, and no rate where it had one.
  [13, 300_000, 360_000, null, { strata_lot: '1' }],
  // Without V0; with V1 of nothing.
  [14, null, 400_000, 800],
  [15, 150_000, 0, 400],
  [16, 900_000, 900_000, 900, { status: 'X' }],
  // In no zone, no component, of no type and without values.
  [17, null, null, 0, { zone_code: null, component_code: null, benchmark_property_type: null }],
  [
    18,
    1_000_000,
    900_000,
    250_000,
    {
      zone_code: 'RU2',
      component_code: 'RAB',
      benchmark_property_type: 'RUR',
      area_unit: 'H',
      property_type: 'NORMAL',
    },
  ],
  [21, 50_000, 51_000, 600, { district_code: '002' }],
];

beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
  for (const [id, v0, v1, area, more = {}] of lots) {
    await put(db, 'property', [property(id, { area, benchmark_property_type: 'RES', ...more })]);
    const of = (year: number, land_value: number | null, series = 'LT') =>
      land_value === null ? [] : [{ property_id: id, base_date: `${year}-07-01`, land_value, series }];
    await put(db, 'property_value', [
      ...of(2022, v0),
      ...of(2023, v1),
      // Of another year and another series: nobody asks for them here.
      ...of(2021, 77_000),
      ...of(2023, 66_000, 'LG'),
    ]);
  }
});
afterAll(() => db?.close());

const listed = (name: string, params: Row = {}) => db.report(name, { ...untouched, ...params });
const number = (given: unknown) => (given === null ? null : Math.round(Number(given) * 10_000) / 10_000);
const columns = [
  ...['property_n', 'area_ha', 'no_area', 'sum_v0', 'sum_v1', 'both_n', 'total_change'],
  ...['least_v1', 'lower_v1', 'median_v1', 'upper_v1', 'most_v1', 'median_land_rate'],
];
const told = (rows: readonly Row[]) =>
  Object.fromEntries(rows.map((row) => [row.key ?? row.district_code, columns.map((id) => number(row[id]))]));

describe('the profile of a district', () => {
  it('has a row for each zone and type, also for properties that name none', async () => {
    expect(told(await listed('distdetl'))).toEqual({
      // Values of 11, 12, 13 and 14 in order: 110, 200, 360, 400. A quarter of three steps lies 0.75 of the first: 177.5.
      // Both values have 11, 12, 13: 670 ÷ 600. Rates: 220, 200, 500; 0.27 ha without 13.
      '001 R2 RES': [
        ...[5, 0.27, 1, 750_000, 1_070_000, 3, 0.1167],
        ...[110_000, 177_500, 280_000, 370_000, 400_000, 220],
      ],
      '001 RU2 RUR': [1, 25, 0, 1_000_000, 900_000, 1, -0.1, ...Array(5).fill(900_000), 3.6],
      '001  ': [1, 0, 0, 0, 0, 0, null, null, null, null, null, null, null],
      '002 R2 RES': [1, 0.06, 0, 50_000, 51_000, 1, 0.02, ...Array(5).fill(51_000), 85],
    });
    const [blank] = (await listed('distdetl')).filter((row) => row.zone_code === '');
    expect(blank?.zone_name).toBe('No zone');
  });

  it('has a row for each district as a whole', async () => {
    // Values: 110, 200, 360, 400, 900; rates of 11, 12, 14, 18: 3.6, 200, 220, 500. Both: 1,570 ÷ 1,600, 1.875 % less.
    expect(told(await listed('distdetl.districts', { districts: ['001'] }))).toEqual({
      '001': [
        ...[7, 25.27, 1, 1_750_000, 1_970_000, 4, -0.0187],
        ...[110_000, 200_000, 360_000, 400_000, 900_000, 210],
      ],
    });
  });

  it('adds up to the active properties of propcount and to their values', async () => {
    const sum = (rows: readonly Row[], column: string) =>
      rows.reduce((so, row) => so + Number(row[column]), 0);
    for (const params of [{}, { districts: ['001'] }, { zones: ['R2'] }, { components: ['RAB'] }]) {
      const counts = await listed('propcount', params);
      for (const name of ['distdetl', 'distdetl.districts']) {
        const rows = await listed(name, params);
        expect(['property_n', 'sum_v0', 'sum_v1'].map((column) => sum(rows, column))).toEqual(
          ['active', 'total_v0', 'total_v1'].map((column) => sum(counts, column)),
        );
      }
    }
  });

  it('keeps to types, to the valuers of components and to the districts of whoever asks', async () => {
    const keys = async (params: Row) => (await listed('distdetl', params)).map((row) => row.key).sort();
    expect(await keys({ benchmark_types: ['RUR'] })).toEqual(['001 RU2 RUR']);
    await db.owner(`update component set valuer_id = 7 where code = 'RAB'`);
    expect(await keys({ valuers: [7] })).toEqual(['001 RU2 RUR']);
    await db.owner('update component set valuer_id = null');
    const own = await db.report('distdetl', untouched, ['002']);
    expect(own.map((row) => row.key)).toEqual(['002 R2 RES']);
  });

  it('has no row where there is nothing', async () => {
    expect(await listed('distdetl', { districts: ['005'] })).toEqual([]);
    expect(await listed('distdetl.districts', { zones: ['E4'] })).toEqual([]);
  });
});

// One line for each component. Base year 2022: V0 at 1 July 2022, V1 a year later.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putPlaces, sale, untouched } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;

/** Properties with V0 and V1 in thousands; the factor of AAB is 1.1, of RAB 1.045, of the others there is none. */
const lots: readonly (readonly [
  id: number,
  component: string,
  v0: number | null,
  v1: number | null,
  method: string,
  more?: Row,
])[] = [
  [10, 'AAB', 100, 900, 'H', { benchmark_type: 'P', status: 'X' }],
  [11, 'AAB', 100, 110, 'H', { benchmark_type: 'P' }],
  [12, 'AAB', 200, 220, 'F'],
  [13, 'AAB', 300, 330, 'F'],
  [14, 'AAB', 300, null, 'F', { benchmark_type: 'R' }],
  // 522.5, half up: 523.
  [21, 'RAB', 500, 522, 'H', { benchmark_type: 'P', zone_code: 'RU2' }],
  [31, 'AAE', null, 50, 'H', { benchmark_type: 'P' }],
  [32, 'AAE', 100, 150, 'H', { benchmark_type: 'P' }],
  [41, 'AAB', 100, 0, 'H', { benchmark_type: 'P', district_code: '002' }],
  [51, 'AAD', 100, 120, 'H', { benchmark_type: 'P' }],
];

beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
  await put(db, 'component', [
    { district_code: '001', code: 'AAC', zone_code: 'R2', description: 'Nothing yet' },
    { district_code: '001', code: 'AAD', zone_code: 'R2', description: 'Given up', active: false },
    { district_code: '001', code: 'AAE', zone_code: 'R2', description: 'Odd', handcrafted: true },
  ]);
  await put(db, 'component_year', [
    { district_code: '001', component_code: 'AAB', base_date: '2023-07-01', factor: 1.1 },
    { district_code: '001', component_code: 'RAB', base_date: '2023-07-01', factor: 1.045 },
  ]);
  for (const [id, component_code, v0, v1, method, more = {}] of lots) {
    await put(db, 'property', [property(id, { component_code, ...more })]);
    await put(db, 'property_value', [
      ...(v0 === null ? [] : [{ property_id: id, base_date: '2022-07-01', land_value: 1_000 * v0 }]),
      ...(v1 === null ? [] : [{ property_id: id, base_date: '2023-07-01', land_value: 1_000 * v1, method }]),
    ]);
  }
  // The first and the last day of the window, a day before it, and one that is unsuitable.
  for (const [contract_date, suitability] of [
    ['2022-07-01', null],
    ['2023-12-31', null],
    ['2022-06-30', null],
    ['2023-01-01', 'NO'],
  ]) {
    const [sale_id] = await put(db, 'sale', [sale(12, { contract_date, settlement_date: null })]);
    await put(db, 'analysis', [
      { sale_id, property_id: 12, district_code: '001', contract_date, suitability, component_code: 'AAB' },
    ]);
  }
});
afterAll(() => db?.close());

const listed = (params: Row = {}) => db.report('compdatatab', { ...untouched, ...params });
const number = (given: unknown) => (given === null ? null : Math.round(Number(given) * 10_000) / 10_000);

describe('the data of a component', () => {
  it('are one line for each active component, with its primary benchmark', async () => {
    const rows = (await listed()).map((row) => [
      row.key,
      ...['component_n', 'primary_id', 'primary_v0', 'primary_v1', 'primary_factor', 'factor'].map((id) =>
        number(row[id]),
      ),
      row.primary_finding,
    ]);
    expect(rows.sort(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
      ['001 AAB', 4, 11, 100_000, 110_000, 1.1, 1.1, null],
      ['001 AAC', 0, null, null, null, null, null, 'No primary benchmark'],
      ['001 AAE', 2, 31, null, 50_000, null, null, '2 primary benchmarks'],
      ['001 RAB', 1, 21, 500_000, 522_000, 1.044, 1.045, 'Differs from factor'],
      // Without a factor nothing says that it differs; a value of 0 is none.
      ['002 AAB', 1, 41, 100_000, 0, null, null, null],
    ]);
  });

  it('hold what its values are, of those made by a factor and of all, and its sales', async () => {
    const rows = Object.fromEntries(
      (await listed({ districts: ['001'] })).map((row) => [
        row.component_code,
        ['typical_v1', 'least_v1', 'most_v1', 'analysed_n'].map((id) => number(row[id])),
      ]),
    );
    expect(rows).toEqual({
      AAB: [275_000, 110_000, 330_000, 2],
      AAC: [null, null, null, 0],
      AAE: [null, 50_000, 150_000, 0],
      RAB: [null, 522_000, 522_000, 0],
    });
    const [odd] = await listed({ components: ['AAE'] });
    expect(odd).toMatchObject({
      component_description: 'Odd',
      component_handcrafted: true,
      non_homogeneous: false,
    });
  });

  it('say nothing against a benchmark that is what the factor makes, half up', async () => {
    await db.owner('update property_value set land_value = 523000 where land_value = 522000');
    const [row] = await listed({ components: ['RAB'] });
    await db.owner('update property_value set land_value = 522000 where land_value = 523000');
    expect(row?.primary_finding).toBeNull();
  });

  it('keep to the zones of the components, whichever zone their properties have', async () => {
    const keys = async (params: Row) => (await listed(params)).map((row) => row.key).sort();
    expect(await keys({ of_zones: ['RU2'] })).toEqual(['001 RAB']);
    await db.owner(`update property set zone_code = 'E4' where id = 12`);
    const [town] = await listed({ of_zones: ['R2'], components: ['AAB'], districts: ['001'] });
    await db.owner(`update property set zone_code = 'R2' where id = 12`);
    expect(town?.component_n).toBe(4);
    expect(await keys({ include_non_homogeneous: false, districts: ['001'] })).toEqual([
      '001 AAB',
      '001 AAC',
      '001 AAE',
    ]);
    expect(await keys({ districts: ['005'] })).toEqual([]);
  });
});

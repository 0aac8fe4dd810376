// Tests of the audit that no report lists, counted by hand: in, just out, blank, 0, n = 1 and 2. Base year 2022: V1 is of 1 July 2023.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putBaseYear, putPlaces, sale } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;
let next = 100;

interface Case {
  readonly district?: string;
  readonly v0?: number | null;
  readonly v1?: number | null;
  /** Of the value under work. */
  readonly value?: Row;
  readonly worksheet?: string;
  /** Adjusted land value of the year after, where the property was sold and analysed. */
  readonly s1?: number;
  readonly contract?: string;
  readonly of?: Row;
}

/** A property with its values and what was done to it. Answers the PID. */
async function made({ district = '001', v0 = 100_000, v1 = 100_000, value, of, ...more }: Case = {}) {
  const id = next++;
  const placed = { district_code: district };
  await put(db, 'property', [property(id, { ...placed, ...of })]);
  for (const [base_date, land_value, extra] of [
    ['2022-07-01', v0, {}],
    ['2023-07-01', v1, value],
  ] as const)
    if (land_value !== null)
      await put(db, 'property_value', [{ ...placed, property_id: id, base_date, land_value, ...extra }]);
  if (more.worksheet) await put(db, 'worksheet', [{ ...placed, property_id: id, base_date: more.worksheet }]);
  if (more.s1 !== undefined) {
    const contract_date = more.contract ?? '2022-09-01';
    const kept = { ...placed, component_code: of?.component_code ?? 'AAB' };
    const [sale_id] = await put(db, 'sale', [sale(id, { ...kept, contract_date })]);
    await put(db, 'analysis', [
      { ...kept, sale_id, property_id: id, contract_date, suitability: 'IN', alv_future: more.s1 },
    ]);
  }
  return id;
}

const measured = (test: number, districts: readonly string[] = ['001', '002']) =>
  db.sharedQuery('audit_measured', { districts, year: 2022, test });
/** Key and verdict of each, in order. */
const told = (rows: readonly Row[], told: (row: Row) => unknown) =>
  rows.map((row) => [row.key, told(row)]).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
/** Of the properties made for a test alone. */
const foundOf = async (test: number, ids: readonly number[]) =>
  (await measured(test))
    .map(({ key }) => Number(key))
    .filter((id) => ids.includes(id))
    .toSorted((a, b) => a - b);

beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
  await putBaseYear(db, 2022);
});
afterAll(() => db?.close());

describe('primary benchmarks (306)', () => {
  it('stand on their factor, rounded, and within a tenth of the nearest linked sale', async () => {
    const analyses: number[] = [];
    for (let n = 0; n < 2; n++) {
      const id = await made({ s1: 100_000 });
      const [row] = await db.owner('select id from analysis where property_id = $1', [id]);
      analyses.push(Number(row?.id));
    }
    const benchmark = async (
      code: string,
      values: readonly (number | null)[],
      links: readonly (number | null)[],
    ) => {
      await put(db, 'component', [{ district_code: '001', code, zone_code: 'R2' }]);
      await put(db, 'component_year', [
        { district_code: '001', component_code: code, base_date: '2023-07-01', factor: 1.1 },
      ]);
      const of = { component_code: code, benchmark_type: 'P' };
      const property_id = await made({ v0: values[0] ?? null, v1: values[1] ?? null, of });
      for (const [n, difference] of links.entries())
        await put(db, 'analysis_benchmark', [
          {
            district_code: '001',
            analysis_id: analyses[n],
            property_id,
            base_date: '2023-07-01',
            difference,
          },
        ]);
    };
    await benchmark('PA', [100_000, 110_000], []);
    await benchmark('PB', [100_000, 111_000], []);
    // 99,990 by 1.1 is 109,989, which the office writes as 110,000.
    await benchmark('PC', [99_990, 110_000], []);
    await benchmark('PD', [100_000, 110_000], [10]);
    await benchmark('PE', [100_000, 110_000], [10.01]);
    await benchmark('PF', [100_000, 110_000], [-10]);
    await benchmark('PG', [100_000, 110_000], [-10.01]);
    // The nearest counts, up or down.
    await benchmark('PH', [100_000, 110_000], [25, -9]);
    await benchmark('PI', [100_000, 110_000], [null]);
    // Without a value the link alone is judged; without both nothing is.
    await benchmark('PJ', [100_000, null], [12]);
    await benchmark('PK', [100_000, null], []);
    await benchmark('PL', [0, 110_000], []);
    expect(told(await measured(306), ({ failed }) => failed)).toEqual([
      ['PA', false],
      ['PB', true],
      ['PC', false],
      ['PD', false],
      ['PE', true],
      ['PF', false],
      ['PG', true],
      ['PH', false],
      ['PI', false],
      ['PJ', true],
    ]);
  });
});

describe('the level of properties of risk 1 and 2 (311 to 316)', () => {
  const rated = async (
    district: string,
    risk: string | null,
    ratios: readonly number[],
    worksheet?: string,
  ) => {
    for (const v1 of ratios)
      await made({
        district,
        v1,
        s1: 100_000,
        of: { risk_rating: risk },
        ...(worksheet ? { worksheet } : {}),
      });
  };
  const level = async (test: number) =>
    told(await measured(test), (row) => [Math.round(Number(row.measured) * 1e4) / 1e4, row.failed]);

  it('is judged from five sales on, with and without a worksheet of the year', async () => {
    // On the lower limit, and just below it: 445,000 ÷ 5 = 89 %.
    await rated('001', '1-Low', [90_000, 90_000, 90_000, 90_000, 90_000], '2023-07-01');
    await rated('001', '1-Low', [88_000, 89_000, 89_000, 89_000, 90_000]);
    // On the upper limit; four are too few, and with them nine are enough: (5 + 4 × 1.5) ÷ 9 = 122.2222 %.
    await rated('001', '2-Medium', [100_000, 100_000, 100_000, 100_000, 100_000], '2023-07-01');
    await rated('001', '2-Medium', [150_000, 150_000, 150_000, 150_000]);
    // Another risk and none.
    await rated('001', '3-High', [10_000]);
    await rated('001', null, [10_000]);
    // One and two; a worksheet of the year before is none. Just above the limit: 500,500 ÷ 5.
    await rated('002', '1-Low', [50_000]);
    await rated('002', '1-Low', [60_000], '2022-07-01');
    await rated('002', '2-Medium', [100_000, 100_000, 100_000, 100_000, 100_500]);
    expect(await level(311)).toEqual([
      ['001', [89.5, true]],
      ['002', [55, false]],
    ]);
    expect(await level(312)).toEqual([['001', [90, false]]]);
    expect(await level(313)).toEqual([
      ['001', [89, true]],
      ['002', [55, false]],
    ]);
    expect(await level(314)).toEqual([
      ['001', [122.2222, true]],
      ['002', [100.1, true]],
    ]);
    expect(await level(315)).toEqual([['001', [100, false]]]);
    expect(await level(316)).toEqual([
      ['001', [150, false]],
      ['002', [100.1, true]],
    ]);
  });
});

describe('single properties', () => {
  it('valued by hand say why (903)', async () => {
    const ids = [
      await made({ of: { handcrafted: true } }),
      await made({ value: { handcrafted: true } }),
      await made({ value: { method: 'H' } }),
      await made({ of: { handcrafted: true } }),
      await made({ of: { handcrafted: true } }),
      await made({ of: { handcrafted: true, component_code: 'PA', benchmark_type: 'R' } }),
      await made({ of: { handcrafted: true, status: 'X' } }),
      await made({ value: { method: 'F' } }),
      await made({ v1: null }),
    ];
    await db.owner(`update property set values_rationale = rich_text_of('Flood prone.') where id = $1`, [
      ids[3],
    ]);
    await db.owner(`update property set values_rationale = rich_text_of('  ') where id = $1`, [ids[4]]);
    // By hand the year before alone.
    await db.owner(`update property_value set handcrafted = true where property_id = $1`, [ids[8]]);
    expect(await foundOf(903, ids)).toEqual([ids[0], ids[1], ids[2], ids[4]]);
  });

  it('have a value for the year (905)', async () => {
    const ids = [
      await made({ v1: null }),
      await made({ v1: 0 }),
      await made({ v1: 1 }),
      await made({ v1: null, of: { status: 'X' } }),
      // Of local government alone.
      await made({ value: { series: 'LG' } }),
    ];
    expect(await foundOf(905, ids)).toEqual([ids[0], ids[1], ids[4]]);
  });

  it('are worth at least the floor a square metre, where there is a floor (909)', async () => {
    const ids = [
      await made({ v1: 999, of: { area: 100 } }),
      await made({ v1: 1000, of: { area: 100 } }),
      await made({ v1: 999, of: { area: 100, strata_plan: 'SP1' } }),
      await made({ v1: 999, of: { area: 100, strata_lot: '3' } }),
      await made({ v1: 999, of: { area: null } }),
      await made({ v1: 999, of: { area: 0 } }),
      await made({ v1: 0, of: { area: 100 } }),
      await made({ v1: null, of: { area: 100 } }),
      await made({ v1: 999, of: { area: 100, status: 'X' } }),
    ];
    expect(await foundOf(909, ids)).toEqual([]);
    await db.owner('update audit_test set lower_limit = 10 where number = 909');
    expect(await foundOf(909, ids)).toEqual([ids[0]]);
  });
});

describe('large components (910)', () => {
  it('have an analysed sale in the window', async () => {
    await db.owner('update audit_test set upper_limit = 2 where number = 910');
    const component = async (code: string, properties: readonly Case[], more: Row = {}) => {
      await put(db, 'component', [{ district_code: '002', code, zone_code: 'R2', ...more }]);
      for (const one of properties)
        await made({ ...one, district: '002', of: { component_code: code, ...one.of } });
    };
    await component('LA', [{}, {}, {}]);
    await component('LB', [{}, {}]);
    await component('LC', [{}, {}, { of: { status: 'X' } }]);
    await component('LD', [{}, {}, { s1: 100_000 }]);
    await component('LE', [{}, {}, { s1: 100_000, contract: '2015-09-01' }]);
    await component('LF', [{}, {}, {}], { active: false });
    await component('LG', []);
    expect(
      told(
        (await measured(910)).filter(({ key }) => String(key).startsWith('L')),
        ({ measured: n }) => Number(n),
      ),
    ).toEqual([
      ['LA', 3],
      ['LE', 3],
    ]);
  });
});

describe('the rate of Crown parcels (955)', () => {
  it('is from a half to twice the middle one of their class in the LGA', async () => {
    const parcel = (
      district_code: string,
      valuation_class: string | null,
      land_value: number | null,
      more: Row = {},
    ) => put(db, 'crown_parcel', [{ district_code, valuation_class, land_value, area: 100, ...more }]);
    // The middle one is 10 a square metre.
    const ids: number[] = [];
    for (const value of [499, 500, 1000, 1000, 1000, 2000, 2001])
      ids.push(...(await parcel('001', 'REC', value)));
    await parcel('001', 'REC', 0);
    await parcel('001', 'REC', null);
    await parcel('001', 'REC', 9_000, { area: 0 });
    await parcel('001', 'REC', 9_000, { area: null });
    // Financial land and land without a class are not compared.
    for (const value of [10, 1000, 1000]) await parcel('001', 'FIN', value);
    for (const value of [10, 1000, 1000]) await parcel('001', null, value);
    // One is its own middle; of 1 and 4 the middle is 2.5, of which 1 is 0.4 and 4 is 1.6.
    await parcel('001', 'IND', 5);
    const two = [...(await parcel('002', 'REC', 100)), ...(await parcel('002', 'REC', 400))];
    expect(told(await measured(955), (row) => Math.round(Number(row.measured) * 1e4) / 1e4)).toEqual(
      [
        [String(ids[0]), 0.499],
        [String(ids[6]), 2.001],
        [String(two[0]), 0.4],
      ].toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    );
  });
});

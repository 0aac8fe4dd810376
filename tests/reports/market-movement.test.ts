// Does the market agree with the factor? Base year 2022: eight quarters from 1 January 2022, V0 at 1 July 2022.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putPlaces, sale, untouched } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;
let made = 0;

/** A sale with its analysis; without v0 its property has no value at the base date. */
async function analysed(contract_date: string, lvc: number | null, v0: number | null, more: Row = {}) {
  const { strata_lot = null, area = 500, suitability = null, district_code = '001', ...place } = more;
  const id = 100 + made++;
  await put(db, 'property', [property(id, { area, strata_lot, district_code, ...place })]);
  if (v0 !== null)
    await put(db, 'property_value', [{ property_id: id, base_date: '2022-07-01', land_value: v0 }]);
  const [sale_id] = await put(db, 'sale', [
    sale(id, { contract_date, settlement_date: null, district_code, ...place }),
  ]);
  await put(db, 'analysis', [
    {
      sale_id,
      property_id: id,
      contract_date,
      analysis_date: '2023-12-31',
      analysed_lv: lvc,
      area,
      suitability,
      district_code,
      zone_code: 'R2',
      component_code: 'AAB',
      ...place,
    },
  ]);
}

const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
const monthsOf = (contract: string) => days('2022-07-01', contract) / 30.4375;
/** What the market makes of 200,000 that rise or fall each month, 2 % beside it in turn. */
const sold = (contract: string, monthly: number, i: number) =>
  Math.round(200_000 * Math.exp(Math.log(1 + monthly) * monthsOf(contract) + (i % 2 === 0 ? 0.02 : -0.02)));

const rising = [
  '2022-01-01',
  '2022-03-10',
  '2022-06-20',
  '2022-09-05',
  '2022-12-12',
  '2023-03-30',
  '2023-08-08',
  '2023-12-31',
];
const rural: Row = { zone_code: 'RU2', component_code: 'RAB' };
/** From the first to the last 182 days, 5.98 months. */
const brief = [0, 26, 52, 78, 104, 130, 156, 182].map((day) =>
  new Date(Date.parse('2022-08-01') + day * 86_400_000).toISOString().slice(0, 10),
);

beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
  await put(db, 'component', [{ district_code: '001', code: 'AAC', zone_code: 'R2', description: 'Brief' }]);
  await put(
    db,
    'component_year',
    [
      ['AAB', 1.12],
      ['RAB', 1.05],
      ['AAC', 1.05],
    ].map(([component_code, factor]) => ({
      district_code: '001',
      component_code,
      base_date: '2023-07-01',
      factor,
    })),
  );
  for (const [i, day] of rising.entries()) await analysed(day, sold(day, 0.01, i), 200_000);
  for (const [i, day] of rising.entries()) await analysed(day, sold(day, -0.01, i), 200_000, rural);
  for (const [i, day] of brief.entries())
    await analysed(day, sold(day, 0.005, i), 200_000, { component_code: 'AAC' });
  // One too few.
  for (const [i, day] of rising.slice(1).entries())
    await analysed(day, sold(day, 0.01, i), 200_000, { district_code: '002' });
  // In the fifth quarter, for the rate alone: without V0. For the trend alone: a strata lot.
  await analysed('2023-01-10', 300_000, null);
  await analysed('2023-02-10', 100_000, 95_000, { strata_lot: '7', component_code: 'AAC' });
  await analysed('2023-02-11', 100_000, 95_000, { area: null, component_code: 'AAC' });
  // Of none: outside the quarters by a day, unsuitable, without a land value, in a cancelled property.
  await analysed('2021-12-31', 900_000, 200_000);
  await analysed('2024-01-01', 900_000, 200_000);
  await analysed('2023-01-10', 900_000, 200_000, { suitability: 'NO' });
  await analysed('2023-01-10', null, 200_000);
});
afterAll(() => db?.close());

const listed = (name: string, params: Row = {}) => db.report(name, { ...untouched, ...params });

/** Least squares once more, with Student's quantile for eight pairs. */
function trend(points: readonly (readonly [x: number, y: number])[]) {
  const t = 2.446912;
  const n = points.length;
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((so, point) => so + of(point), 0) / n;
  const [mx, my] = [mean(([x]) => x), mean(([, y]) => y)];
  const sum = (of: (x: number, y: number) => number) =>
    points.reduce((so, [x, y]) => so + of(x - mx, y - my), 0);
  const [sxx, sxy, syy] = [sum((x) => x * x), sum((x, y) => x * y), sum((_, y) => y * y)];
  const slope = sxy / sxx;
  const se = Math.sqrt((syy - slope * sxy) / (n - 2) / sxx);
  const rate = (b: number) => Math.exp(b) - 1;
  return {
    monthly: rate(slope),
    low: rate(slope - t * se),
    high: rate(slope + t * se),
    r2: sxy ** 2 / sxx / syy,
  };
}

describe('the movement of the market', () => {
  const found = async (params: Row = {}) =>
    new Map((await listed('compmktmove', params)).map((row) => [row.key, row]));

  it.each([
    ['001 AAB', 0.01, 1.12],
    ['001 RAB', -0.01, 1.05],
  ])('of %s is the trend of land value at contract against the LT value', async (key, monthly, factor) => {
    const row = (await found()).get(key);
    const hand = trend(rising.map((day, i) => [monthsOf(day), Math.log(sold(day, monthly, i) / 200_000)]));
    expect(row).toMatchObject({ trend_sales: 8, enough: true });
    expect(Number(row?.market_monthly)).toBeCloseTo(hand.monthly, 6);
    expect(Number(row?.market_low)).toBeCloseTo(hand.low, 6);
    expect(Number(row?.market_high)).toBeCloseTo(hand.high, 6);
    expect(Number(row?.r_squared)).toBeCloseTo(hand.r2, 6);
    const annual = (1 + hand.monthly) ** 12 - 1;
    expect(Number(row?.market_annual)).toBeCloseTo(annual, 5);
    expect(Number(row?.factor_move)).toBeCloseTo(factor - 1, 6);
    expect(Number(row?.market_gap)).toBeCloseTo(annual - (factor - 1), 5);
  });

  it('agrees with a factor whose month lies in its interval, and with no other', async () => {
    // 1.12 is 0.95 % a month, by a market of about 1 %; 1.05 is 0.41 %, by one that falls.
    expect([...(await found()).values()].map((row) => [row.key, row.agrees]).sort()).toEqual([
      ['001 AAB', true],
      ['001 AAC', true],
      ['001 RAB', false],
      ['002 AAB', null],
    ]);
    // The chart has those alone where it does not agree, by the size of their gap.
    const named = [...(await found()).values()].filter((row) => row.apart_key !== null);
    expect(named.map((row) => [row.apart_key, row.side, Number(row.apart)])).toEqual([
      ['001 RAB', 'Market below', -Number(named[0]?.market_gap)],
    ]);
    // Just above the upper end of the interval.
    const high = Number((await found()).get('001 AAB')?.market_high);
    await db.owner('update component_year set factor = $1 where factor = 1.12', [(1 + high) ** 12 + 0.001]);
    expect((await found()).get('001 AAB')?.agrees).toBe(false);
    await db.owner('update component_year set factor = $1 where component_code = $2', [
      (1 + high) ** 12 - 0.001,
      'AAB',
    ]);
    expect((await found()).get('001 AAB')?.agrees).toBe(true);
    await db.owner(`update component_year set factor = 1.12 where component_code = 'AAB'`);
  });

  it('is not judged of seven sales, of less than six months, or without a factor', async () => {
    const seven = (await found()).get('002 AAB');
    expect(seven).toMatchObject({ trend_sales: 7, enough: false, agrees: null, market_gap: null });
    expect(Number(seven?.market_monthly)).toBeCloseTo(0.01, 2);
    expect((await found({ least_sales: 7 })).get('002 AAB')).toMatchObject({ enough: true, agrees: null });
    // With the strata lot and the lot without an area AAC has ten sales over 6.4 months.
    const ten = (await found()).get('001 AAC');
    expect(ten).toMatchObject({ trend_sales: 10, enough: true });
    await db.owner(`update analysis set suitability = 'NO' where analysed_lv = 100000`);
    expect((await found()).get('001 AAC')).toMatchObject({ trend_sales: 8, enough: false, agrees: null });
    expect((await found({ least_months: 5.9 })).get('001 AAC')).toMatchObject({ enough: true });
    await db.owner(`update analysis set suitability = null where analysed_lv = 100000`);
  });

  it('has a median by area and one against the LT value for each quarter', async () => {
    const rows = (await listed('compmktmove.quarters', { districts: ['001'], components: ['AAB', 'AAC'] }))
      .map((row) => {
        const day = new Date(row.quarter as Date);
        const month = new Date(day.getTime() + 86_400_000 / 2).toISOString().slice(0, 7);
        return [
          `${row.component_code} ${month}`,
          row.quarter_sales,
          row.quarter_rate === null ? null : Math.round(Number(row.quarter_rate)),
          row.level_sales,
        ];
      })
      .sort(([a], [b]) => String(a).localeCompare(String(b)));
    const rate = (i: number) => Math.round(sold(rising[i] ?? '', 0.01, i) / 500);
    const both = (i: number, k: number) =>
      Math.round((sold(rising[i] ?? '', 0.01, i) + sold(rising[k] ?? '', 0.01, k)) / 1_000);
    expect(rows.slice(0, 8)).toEqual([
      ['AAB 2022-01', 2, both(0, 1), 2],
      ['AAB 2022-04', 1, rate(2), 1],
      ['AAB 2022-07', 1, rate(3), 1],
      ['AAB 2022-10', 1, rate(4), 1],
      // The sale of 30 March, and the one without V0 at 600 a square metre.
      ['AAB 2023-01', 2, Math.round((sold('2023-03-30', 0.01, 5) / 500 + 600) / 2), 1],
      ['AAB 2023-07', 1, rate(6), 1],
      ['AAB 2023-10', 1, rate(7), 1],
      // Of 2 % above, 2 % below and a month later 2 % above the first is in the middle.
      ['AAC 2022-07', 3, Math.round(sold(brief[0] ?? '', 0.005, 0) / 500), 3],
    ]);
    // Two with an area in January, the strata lot and the one without area beside them.
    expect(rows.find(([key]) => key === 'AAC 2023-01')).toEqual([
      'AAC 2023-01',
      2,
      Math.round((sold(brief[6] ?? '', 0.005, 6) + sold(brief[7] ?? '', 0.005, 7)) / 1_000),
      4,
    ]);
  });

  it('keeps to zones, components and districts, and has no row where there is nothing', async () => {
    expect([...(await found({ zones: ['RU2'] })).keys()]).toEqual(['001 RAB']);
    expect([...(await found({ components: ['AAC'] })).keys()]).toEqual(['001 AAC']);
    expect([...(await found({ districts: ['002'] })).keys()]).toEqual(['002 AAB']);
    expect(await listed('compmktmove', { districts: ['005'] })).toEqual([]);
    expect(await listed('compmktmove.quarters', { year: 2015 })).toEqual([]);
  });
});

// Values under work that stand out, each rule with what it finds and what it leaves. Base year 2022: V1 at 1 July 2023.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, putAll, putPlaces, untouched } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;
afterAll(() => db?.close());

/** A property of this area with this value under work; null: it has none. */
async function lot(id: number, area: number | null, v1: number | null, more: Row = {}): Promise<void> {
  await lots([[id, area, v1]], more);
}

async function lots(
  all: readonly (readonly [id: number, area: number | null, v1: number | null])[],
  more: Row = {},
): Promise<void> {
  await putAll(
    db,
    'property',
    all.map(([id, area]) => property(id, { status: 'A', area, ...more })),
  );
  const valued = all.filter(([, , v1]) => v1 !== null);
  if (valued.length === 0) return;
  await db.owner(
    `insert into property_value (property_id, district_code, base_date, series, land_value)
     select p.id, p.district_code, '2023-07-01', 'LT', v.value from unnest($1::bigint[], $2::bigint[]) v (id, value)
     join property p on p.id = v.id`,
    [valued.map(([id]) => id), valued.map(([, , v1]) => v1)],
  );
}

const listed = (name: string, params: Row = {}) => db.report(name, { ...untouched, ...params });
const rounded = (given: unknown) => (given === null ? null : Math.round(Number(given) * 1000) / 1000);

beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
});

describe('medians of what is alike', () => {
  const brute = (x: number[], y: number[], low: number, high: number, withoutOwn: boolean) =>
    x.map((own, i) => {
      const found = y
        .filter((_, j) => (x[j] ?? 0) >= own * low && (x[j] ?? 0) <= own * high && !(withoutOwn && i === j))
        .sort((a, b) => a - b);
      const [a, b] = [found[(found.length - 1) >> 1], found[found.length >> 1]];
      return { n: found.length, median: a === undefined || b === undefined ? null : (a + b) / 2 };
    });

  it.each([false, true])(
    'are those of the lots between the bounds, without its own: %s',
    async (withoutOwn) => {
      // Areas and rates by a fixed rule, with ties among both.
      const x = Array.from({ length: 200 }, (_, i) => 100 + ((i * 7919) % 613)).sort((a, b) => a - b);
      const y = x.map((_, i) => (i * 104_729) % 97);
      const rows = await db.owner(
        'select n, median from medians_alike($1, $2, 0.75, 1.25, $3) order by posn',
        [x, y, withoutOwn],
      );
      expect(rows).toEqual(brute(x, y, 0.75, 1.25, withoutOwn));
    },
  );

  it('are none of nothing', async () => {
    expect(await db.owner(`select * from medians_alike('{}', '{}', 0.5, 2)`)).toEqual([]);
    expect(await db.owner(`select n, median from medians_alike('{5}', '{7}', 0.5, 2, true)`)).toEqual([
      { n: 0, median: null },
    ]);
  });
});

describe('rate exceptions', () => {
  beforeAll(async () => {
    // Thirty lots of 600 m² at $100 each, beside which others are seen.
    await lots(Array.from({ length: 30 }, (_, i) => [100 + i, 600, 60_000] as const));
    // Half and double are just in, a little less and a little more are out.
    await lots([
      [11, 600, 30_000],
      [12, 600, 29_900],
      [13, 600, 120_000],
      [14, 600, 121_000],
    ]);
    // Double the area still has the thirty beside it; a square metre more has only itself and the other.
    await lots([
      [15, 1_200, 12_000],
      [16, 1_201, 12_010],
    ]);
    // Ten lots of sizes that none is like, rates 90 to 125, so that only their spread judges the last: the logarithms of the
    // quartiles are ln 100 and ln 115 + 0.75 × ln(120 ÷ 115) = 4.777, so its bound is e^(4.777 + 3 × 0.172) = 198.7.
    const rates = [90, 95, 100, 100, 105, 110, 115, 120, 125, 198];
    await lots(
      rates.map((rate, i) => [200 + i, 10 * 3 ** i, rate * 10 * 3 ** i] as const),
      { component_code: 'RAB' },
    );
    // Nine lots: too few, whatever one of them is.
    await lots(
      Array.from({ length: 9 }, (_, i) => [300 + i, 600, i === 0 ? 27_000 : 60_000] as const),
      { district_code: '002' },
    );
    await lot(21, 600, 1_000, { strata_plan: 'SP1', strata_lot: '1' });
    await lot(22, null, 1_000);
    await lot(23, 0, 1_000);
    await lot(24, 600, null);
    await lot(25, 600, 0);
    await lot(26, 600, 1_000, { component_code: null });
    await lot(27, 600, 1_000, { status: 'X' });
  });
  afterAll(() => db.owner('delete from property'));

  const found = async (params: Row = {}) =>
    (await listed('rateexpt', params))
      .map((row) => [
        Number(row.property_id),
        row.rate_rule,
        rounded(row.like_rate),
        row.like_lots,
        rounded(row.rate_ratio),
      ])
      .sort((a, b) => Number(a[0]) - Number(b[0]));

  it('are below half or above double the median of ten like lots', async () => {
    // Like 12 are 100 to 129, 11 to 14 and 15 of double the area: 35.
    expect(await found()).toEqual([
      [12, 'LIKE', 100, 35, 0.498],
      [14, 'LIKE', 100, 35, 2.017],
      [15, 'LIKE', 100, 36, 0.1],
    ]);
  });

  it('are far outside the middle half of the component, where its rates differ', async () => {
    await db.owner('update property_value set land_value = land_value * 199 / 198 where property_id = 209');
    const rows = await found({ components: ['RAB'] });
    await db.owner('update property_value set land_value = land_value * 198 / 199 where property_id = 209');
    expect(rows).toEqual([[209, 'SPREAD', null, 1, null]]);
  });

  it('take their bounds from the options', async () => {
    await db.owner(`update setting set number = 49 where key = 'rate.band.low'`);
    const band = await found();
    await db.owner(`update setting set number = null where key = 'rate.band.low'`);
    await db.owner(`update setting set number = 36 where key = 'rate.like.least'`);
    const least = await found();
    await db.owner(`update setting set number = null where key = 'rate.like.least'`);
    expect(band.map(([id]) => id)).toEqual([14, 15]);
    expect(least.map(([id]) => id)).toEqual([15]);
  });

  it('say how many are judged, and why others are not', async () => {
    expect(await listed('rateexpt.judged')).toEqual([
      { judged: 46, strata_lots: 1, without_area: 2, without_value: 2, without_component: 1, too_few: 9 },
    ]);
  });

  it('keep to zones, components, valuers, types and districts, beside the same lots', async () => {
    await db.owner(`update property set zone_code = 'RU2', benchmark_property_type = 'RUR' where id = 12`);
    const one = [[12, 'LIKE', 100, 35, 0.498]];
    expect(await found({ zones: ['RU2'] })).toEqual(one);
    expect(await found({ types: ['RUR'] })).toEqual(one);
    expect(await found({ valuers: ['1'] })).toEqual([]);
    expect(await found({ components: ['RAB'] })).toEqual([]);
    expect(await found({ districts: ['002'] })).toEqual([]);
  });

  it('stand beside the spread of each component', async () => {
    const rows = await listed('rateexpt.components', { components: ['RAB'] });
    expect(
      rows.map((row) => [
        row.place,
        row.n,
        rounded(row.q1_rate),
        rounded(row.middle_rate),
        rounded(row.q3_rate),
      ]),
    ).toEqual([['001 RAB', 10, 100, 107.5, 118.75]]);
  });
});

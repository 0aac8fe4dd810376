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

  it('are each of their own group, of enough and of what is wanted alone', async () => {
    // Groups of 1, 2 … 24 lots; every third lot is wanted, in some groups the last ones only.
    const groups = Array.from({ length: 24 }, (_, g) => Array.from({ length: g + 1 }, () => g + 1)).flat();
    const sizes = groups.map((g, i) => 100 + ((i * 7919) % (g * 20)));
    const x = [...new Set(groups)].flatMap((g) =>
      sizes.filter((_, i) => groups[i] === g).sort((a, b) => a - b),
    );
    const y = x.map((_, i) => (i * 104_729) % 97);
    const wanted = x.map((_, i) => i % 3 === 0 && ((groups[i] ?? 0) % 4 > 0 || (x[i] ?? 0) > 250));
    const rows = await db.owner(
      'select posn, n, median from medians_alike($1, $2, 0.75, 1.25, true, $3, 2, $4) order by posn',
      [x, y, groups, wanted],
    );
    const expected = [...new Set(groups)].flatMap((g) => {
      const places = groups.flatMap((one, i) => (one === g ? [i] : []));
      const of = (values: readonly number[]) => places.map((i) => values[i] ?? 0);
      return brute(of(x), of(y), 0.75, 1.25, true).map((told, i) => ({
        posn: (places[i] ?? 0) + 1,
        ...told,
      }));
    });
    expect(rows).toEqual(expected.filter(({ n, posn }) => n >= 2 && wanted[posn - 1]));
    expect(rows.length).toBeGreaterThan(40);
  });

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

describe('inconsistent values', () => {
  beforeAll(async () => {
    // A street of eleven lots, $100 a square metre but for those looked at. Their median is 100 for each of them.
    const street = { suburb: 'ALFA', street_name: 'HIGH ST' };
    await lots(
      [100, 96, 100, 104, 100, 97, 103, 100, 100, 100, 135].map(
        (rate, i) => [1 + i, 600, rate * 600] as const,
      ),
      street,
    );
    // Alike in area are 75 to 125 %: 800 m² has the eleven beside it, 801 m² the other alone, in street and suburb.
    await lots(
      [
        [12, 800, 80_000],
        [13, 801, 160_200],
      ],
      street,
    );
    // Three neighbours in the street are too few, with six in the suburb; the street of the same name elsewhere does not count.
    await lots(
      [21, 22, 23, 24].map((id) => [id, 2_000, id === 24 ? 400_000 : 200_000] as const),
      { suburb: 'BETA', street_name: 'HIGH ST' },
    );
    await lots(
      [25, 26, 27].map((id) => [id, 2_000, 200_000] as const),
      { suburb: 'BETA', street_name: 'LOW ST' },
    );
    // Another component in the same street, too few for a usual difference: 1.5 times is just in, a little more is out.
    await lots(
      [60_000, 60_000, 60_000, 60_000, 60_000, 90_000, 90_600].map(
        (value, i) => [31 + i, 600, value] as const,
      ),
      { component_code: 'RAB', suburb: 'GAMMA', street_name: null },
    );
    await lot(41, 600, 1_000, { strata_plan: 'SP1' });
    await lot(42, null, 1_000);
    await lot(43, 600, null);
    await lot(44, 600, 1_000, { component_code: null });
    await lot(45, 600, 1_000, { status: 'X' });
  });
  afterAll(() => db.owner('delete from property'));

  const found = async (params: Row = {}) =>
    (await listed('inconsistent', params))
      .map((row) => [
        Number(row.property_id),
        row.neighbours_of,
        row.neighbours,
        rounded(row.their_rate),
        rounded(row.rate_ratio),
      ])
      .sort((a, b) => Number(a[0]) - Number(b[0]));

  it('differ from their neighbours by more than 15 % and by more than three times the usual', async () => {
    // Component AAB: nineteen are judged; the middle of their distances is 0, so that 15 % is the bound. RAB: seven are judged,
    // so 50 %; beside the one that is out the median of the others is 60,000 ÷ 600.
    expect(await found()).toEqual([
      [11, 'Street', 10, 100, 1.35],
      [24, 'Suburb', 6, 100, 2],
      [37, 'Suburb', 6, 100, 1.51],
    ]);
  });

  it('are left where the component differs so much as a rule', async () => {
    // Every other lot of the street at 80 and 125: half of the distances are 0.22 and more, three times 1.4826 times it is 0.99.
    await db.owner(
      `update property_value set land_value = case when property_id % 2 = 0 then 48000 else 75000 end where property_id <= 10`,
    );
    const rows = await found({ components: ['AAB'] });
    await db.owner(`update property_value set land_value = 60000 where property_id <= 10`);
    expect(rows).toEqual([]);
  });

  it('take their bounds from the options', async () => {
    await db.owner(`update setting set number = 36 where key = 'inconsistent.limit'`);
    const limit = await found();
    await db.owner(`update setting set number = null where key = 'inconsistent.limit'`);
    await db.owner(`update setting set number = 7 where key = 'inconsistent.least'`);
    const least = await found();
    await db.owner(`update setting set number = null where key = 'inconsistent.least'`);
    await db.owner(`update setting set number = 49 where key = 'inconsistent.few'`);
    const few = await found();
    await db.owner(`update setting set number = null where key = 'inconsistent.few'`);
    expect(limit.map(([id]) => id)).toEqual([24, 37]);
    expect(least.map(([id]) => id)).toEqual([11]);
    expect(few.map(([id]) => id)).toEqual([11, 24, 36, 37]);
  });

  it('say how many are judged by their street and suburb, and why others are not', async () => {
    // 13 has one neighbour.
    expect(await listed('inconsistent.judged')).toEqual([
      {
        in_street: 12,
        in_suburb: 14,
        strata_lots: 1,
        without_area: 1,
        without_value: 1,
        without_component: 1,
        too_few: 1,
      },
    ]);
  });

  it('keep to zones, components, valuers, types and districts, beside the same neighbours', async () => {
    await db.owner(`update property set zone_code = 'RU2', benchmark_property_type = 'RUR' where id = 11`);
    const one = [[11, 'Street', 10, 100, 1.35]];
    expect(await found({ zones: ['RU2'] })).toEqual(one);
    expect(await found({ types: ['RUR'] })).toEqual(one);
    expect(await found({ valuers: ['1'] })).toEqual([]);
    expect(await found({ districts: ['002'] })).toEqual([]);
  });
});

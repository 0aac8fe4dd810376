// Values against the factor of their component. Base year 2022: V0 at 1 July 2022, V1 a year later.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putPlaces, untouched } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;

/** The factor of AAB is 1.1 by its year; that of RAB, which has no year, 0.95, by which two of its three values were made. */
const lots: readonly (readonly [
  id: number,
  v0: number | null,
  v1: number | null,
  method: string | null,
  more?: Row,
])[] = [
  // 110,000 is expected. 5 % above and below it, and just more.
  [11, 100_000, 110_000, 'F'],
  [12, 100_000, 115_500, 'H'],
  [13, 100_000, 115_600, 'H'],
  [14, 100_000, 104_400, 'H'],
  [15, 100_000, 104_500, 'H'],
  // A dollar beside what the factor makes, and far from it.
  [16, 100_000, 110_001, 'F'],
  [17, 100_000, 130_000, 'F'],
  // Without a value, or of nothing.
  [18, null, 130_000, 'H'],
  [19, 100_000, null, null],
  [20, 100_000, 0, 'H'],
  // Without a factor: in no component, in one that has none.
  [21, 100_000, 130_000, 'H', { component_code: null }],
  [22, 100_000, 130_000, 'H', { district_code: '002' }],
  // Members of section 28 groups, of V1 and of V0.
  [23, 100_000, 130_000, 'H'],
  [24, 100_000, 130_000, 'H'],
  [25, 100_000, 130_000, 'H', { benchmark_type: 'P' }],
  [26, 100_000, 130_000, 'H', { status: 'X' }],
  [27, 1_000_000, 950_000, 'F', { zone_code: 'RU2', component_code: 'RAB' }],
  [28, 100_000, 95_000, 'F', { zone_code: 'RU2', component_code: 'RAB' }],
  [29, 100_000, 90_000, 'F', { zone_code: 'RU2', component_code: 'RAB' }],
  // 550,000; and 3.3, which rounds to nothing.
  [30, 500_000, 550_000, 'F'],
  [31, 3, 10, 'H'],
];

beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
  await put(db, 'component_year', [
    { district_code: '001', component_code: 'AAB', base_date: '2023-07-01', factor: 1.1 },
    // Of the year before.
    { district_code: '001', component_code: 'RAB', base_date: '2022-07-01', factor: 2 },
  ]);
  for (const [id, v0, v1, method, more = {}] of lots) {
    await put(db, 'property', [property(id, more)]);
    const of = more.component_code === 'RAB' ? (id === 29 ? 0.9 : 0.95) : 1.3;
    await put(db, 'property_value', [
      ...(v0 === null ? [] : [{ property_id: id, base_date: '2022-07-01', land_value: v0 }]),
      ...(v1 === null
        ? []
        : [
            {
              property_id: id,
              base_date: '2023-07-01',
              land_value: v1,
              method,
              ...(method === 'F'
                ? { factor_applied: of, factor_component: more.component_code ?? 'AAB' }
                : {}),
            },
          ]),
    ]);
  }
  await db.owner(`update property set values_rationale = rich_text_of('Flood prone.') where id = 13`);
  for (const [property_id, year] of [
    [23, 2023],
    [24, 2022],
  ]) {
    const [group_id] = await put(db, 's28_group', [
      { name: 'Works', district_code: '001', base_date: `${year}-07-01`, value: 1 },
    ]);
    await put(db, 's28_member', [{ group_id, property_id, weight: 1 }]);
  }
});
afterAll(() => db?.close());

const listed = (name: string, params: Row = {}) => db.report(name, { ...untouched, ...params });
const share = (given: unknown) => (given === null ? null : Math.round(Number(given) * 10_000) / 10_000);

describe('properties against the factor of their component', () => {
  const found = async (params: Row = {}) =>
    (await listed('varbyfact', params))
      .map((row): [number, unknown, number, number | null] => [
        Number(row.property_id),
        row.departure,
        Number(row.expected_v1),
        share(row.variance),
      ])
      .sort(([a], [b]) => a - b);

  it('are listed beyond the limit, and where a factor does not make what it should', async () => {
    expect(await found()).toEqual([
      // 5,600 and 5,600 of 110,000; 12 and 15 are 5 % away, no more.
      [13, 'VARIANCE', 110_000, 0.0509],
      [14, 'VARIANCE', 110_000, -0.0509],
      [16, 'STALE', 110_000, 0],
      // 20,000 of 110,000.
      [17, 'VARIANCE and STALE', 110_000, 0.1818],
      [24, 'VARIANCE', 110_000, 0.1818],
      // The usual factor is 0.95: 5,000 of 95,000.
      [29, 'VARIANCE and STALE', 95_000, -0.0526],
    ]);
    const [row] = (await listed('varbyfact')).filter(({ property_id }) => Number(property_id) === 13);
    expect(row).toMatchObject({ rationale: 'Flood prone.', method: 'H' });
    expect(
      [row?.v0, row?.v1, share(row?.value_change), row?.factor, share(row?.distance)].map(Number),
    ).toEqual([100_000, 115_600, 0.156, 1.1, 0.0509]);
  });

  it('are not judged without values or a factor, in a group or as a benchmark, and are counted beside', async () => {
    const counts = async (params: Row = {}) => (await listed('varbyfact.counts', params))[0];
    // 18, 19, 20; 21, 22; 23; 25. Judged: 11 to 17, 24, 27 to 31.
    expect(await counts()).toEqual({
      judged: 13,
      without_value: 3,
      without_factor: 2,
      in_group: 1,
      benchmarks_out: 1,
    });
    expect(await counts({ include_benchmarks: true })).toMatchObject({ judged: 14, benchmarks_out: 0 });
    expect((await found({ include_benchmarks: true })).map(([id]) => id)).toContain(25);
    expect(await counts({ districts: ['005'] })).toMatchObject({ judged: 0, without_value: 0 });
  });

  it('are measured by the limit of the office, or by the one that is typed', async () => {
    await db.owner(`update setting set number = 18 where key = 'variance.limit'`);
    const rows = await found();
    await db.owner(`update setting set number = 10 where key = 'variance.limit'`);
    const typed = await found({ variance_limit: 0.0509 });
    await db.owner(`update setting set number = null where key = 'variance.limit'`);
    expect(rows.map(([id, reason]) => `${id} ${reason}`)).toEqual([
      '16 STALE',
      '17 VARIANCE and STALE',
      '24 VARIANCE',
      '29 STALE',
    ]);
    // 0.050909 is above it.
    expect(typed.map(([id]) => id)).toEqual([13, 14, 16, 17, 24, 29]);
    expect((await found({ variance_limit: 0.051 })).map(([id]) => id)).toEqual([16, 17, 24, 29]);
  });

  it('are expected rounded, half up', async () => {
    await db.owner('update component_year set factor = 1.045 where factor = 1.1');
    const rows = await found();
    await db.owner('update component_year set factor = 1.1 where factor = 1.045');
    // 522,500 is 523,000; the value of before is 5.16 % above it, and stale.
    expect(rows).toContainEqual([30, 'VARIANCE and STALE', 523_000, 0.0516]);
    // 104,500 is 105,000: 104,500 is not far.
    expect(rows.map(([id]) => id)).not.toContain(15);
  });

  it('keep to zones, components and districts', async () => {
    expect((await found({ zones: ['RU2'] })).map(([id]) => id)).toEqual([29]);
    expect((await found({ components: ['RAB'] })).map(([id]) => id)).toEqual([29]);
    expect(await found({ districts: ['002'] })).toEqual([]);
  });
});

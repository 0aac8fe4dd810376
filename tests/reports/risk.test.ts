// Risk ratings, each rule with what it finds and what it leaves. Base year 2022: V0 at 1 July 2022, V1 a year later.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putPlaces, sale, untouched } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;
const analyses = new Map<number, number>();

const value = (property_id: number, year: number, land_value: number, more: Row = {}): Row => ({
  property_id,
  base_date: `${year}-07-01`,
  land_value,
  ...more,
});

async function analysed(property_id: number, contract_date: string, more: Row = {}): Promise<void> {
  const [sale_id = 0] = await put(db, 'sale', [sale(property_id, { contract_date, settlement_date: null })]);
  const [id = 0] = await put(db, 'analysis', [
    {
      sale_id,
      property_id,
      district_code: '001',
      contract_date,
      analysis_date: contract_date,
      exported: true,
      exported_on: '2023-10-01',
      ...more,
    },
  ]);
  analyses.set(property_id, id);
}

/** The rating that the property has, and those of its values from 2021 on. */
const rated: readonly (readonly [
  id: number,
  stored: string | null,
  of: readonly (string | null)[],
  more?: Row,
])[] = [
  // The default of the zone, and of a benchmark.
  [11, '3-RESIDENT', ['3-RESIDENT', '3-RESIDENT', '3-RESIDENT']],
  [12, '1-BENCHMRK', [null, null, '1-BENCHMRK'], { benchmark_type: 'P' }],
  // A benchmark that is not rated as one; no benchmark any more that is.
  [13, '3-RESIDENT', ['3-RESIDENT', '3-RESIDENT', '3-RESIDENT'], { benchmark_type: 'R' }],
  [14, '1-BENCHMRK', ['3-RESIDENT', '1-BENCHMRK', '1-BENCHMRK']],
  // A secondary benchmark keeps the rating that it had.
  [15, '1-BENCHMRK', ['1-BENCHMRK', '1-BENCHMRK', '1-BENCHMRK'], { benchmark_type: 'S' }],
  // None; and one that was rezoned, rated as before.
  [16, null, [null, null, null]],
  [17, '2-COMMERCE', ['2-COMMERCE', '2-COMMERCE', '2-COMMERCE']],
  // Of equal levels the rating before counts, so nothing but a warning.
  [18, '3-RURAL', ['3-RESIDENT', '3-RURAL', '3-RURAL']],
  // An analysed sale that counts; one of before the window, whose value of before it has another rating.
  [21, '1-ANLYSALE', ['3-RESIDENT', '3-RESIDENT', '1-ANLYSALE']],
  [22, '1-ANLYSALE', ['3-RESIDENT', '1-ANLYSALE', '1-ANLYSALE']],
  [23, '1-ANLYSALE', ['3-RESIDENT', '3-RESIDENT', '3-RESIDENT']],
  [24, '3-RESIDENT', ['3-RESIDENT', '3-RESIDENT', '3-RESIDENT']],
  [25, '3-RESIDENT', ['3-RESIDENT', '3-RESIDENT', '3-RESIDENT']],
  [26, null, ['3-RESIDENT', '3-RESIDENT', null]],
  // Objections: of V0, four years back, of nobody.
  [31, '1-OBJECT', ['3-RESIDENT', '3-RESIDENT', '1-OBJECT']],
  [32, '1-OBJECT', ['3-RESIDENT', '3-RESIDENT', '1-OBJECT']],
  [33, '1-OBJECT', ['3-RESIDENT', '3-RESIDENT', '1-OBJECT']],
  // An allowance at V1, and none any more.
  [41, '2-ALLOWNCE', ['3-RESIDENT', '3-RESIDENT', '2-ALLOWNCE']],
  [42, '2-ALLOWNCE', ['2-ALLOWNCE', '2-ALLOWNCE', '2-ALLOWNCE']],
  // The factor is 1.1: a change of 40 % above it, of just 30 %, without V0, and a member of a section 28 group.
  [51, '1-SIGVALCH', ['3-RESIDENT', '3-RESIDENT', '1-SIGVALCH']],
  [52, '1-SIGVALCH', ['3-RESIDENT', '3-RESIDENT', '1-SIGVALCH']],
  [53, '1-SIGVALCH', ['3-RESIDENT', null, '1-SIGVALCH']],
  [54, '1-SIGVALCH', ['3-RESIDENT', '3-RESIDENT', '1-SIGVALCH']],
  // Not active.
  [61, '1-BENCHMRK', ['3-RESIDENT', '3-RESIDENT', '3-RESIDENT'], { status: 'X' }],
];
const v1: ReadonlyMap<number, number> = new Map([
  [51, 154_000],
  [52, 143_000],
  [54, 154_000],
]);

beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
  await db.owner(`update zone set default_risk = '3-RESIDENT' where code = 'R2'`);
  await put(db, 'region_district', [
    {
      region_id: (await put(db, 'contract_region', [{ name: 'North', contract_start: '2021-03-01' }]))[0],
      district_code: '001',
    },
  ]);
  for (const [id, stored, of, more] of rated) {
    await put(db, 'property', [property(id, { risk_rating: stored, ...more })]);
    for (const [i, risk_rating] of of.entries()) {
      if (id === 53 && i === 1) continue;
      await put(db, 'property_value', [
        value(id, 2021 + i, i === 2 ? (v1.get(id) ?? 110_000) : 100_000, {
          district_code: '001',
          risk_rating,
          ...(i === 2 && !v1.has(id) ? { method: 'F', factor_applied: 1.1, factor_component: 'AAB' } : {}),
          ...(i === 2 && id === 41 ? { onsite_allowance: 5_000 } : {}),
        }),
      ]);
    }
  }
  const [group] = await put(db, 's28_group', [
    { name: 'Works', district_code: '001', base_date: '2023-07-01', value: 154_000 },
  ]);
  await put(db, 's28_member', [{ group_id: group, property_id: 54, weight: 1 }]);
  await analysed(21, '2023-12-31');
  await analysed(22, '2022-06-30');
  await analysed(24, '2022-07-01');
  await analysed(25, '2023-02-01', { exported: false, exported_on: null });
  await analysed(26, '2023-03-01');
  await analysed(61, '2023-03-01');
  const objection = (property_id: number, year: number, more: Row = {}): Row => ({
    property_id,
    base_date: `${year}-07-01`,
    lodged_on: `${year + 1}-02-01`,
    ...more,
  });
  await put(db, 'objection', [
    objection(31, 2022, {
      outcome: 'PARTLY',
      claimed_value: 80_000,
      lv_before: 105_000,
      lv_after: 100_000,
      decided_on: '2023-05-01',
    }),
    objection(31, 2020, { outcome: 'WITHDRAWN' }),
    objection(32, 2019),
    // Of V1, which is not a prior one.
    objection(33, 2023),
    objection(53, 2021),
    objection(61, 2022),
  ]);
  await put(db, 'verification', [
    { property_id: 31, base_date: '2023-07-01', verification_type: 'INSPECTD', verified_on: '2023-09-01' },
  ]);
});
afterAll(() => db?.close());

const listed = (name: string, params: Row = {}) => db.report(name, { ...untouched, ...params });
const day = (date: unknown) => (date === null ? null : String(date).slice(0, 10));
const number = (given: unknown) => (given === null ? null : Math.round(Number(given) * 1000) / 1000);

describe('stored risk ratings against their default', () => {
  it('are errors where they differ without an event, warnings where only the years before keep them', async () => {
    const rows = (await listed('riskcomp')).map((row) =>
      [
        row.property_id,
        row.rule_severity,
        row.stored,
        day(row.since),
        row.default_rating,
        row.default_reason,
      ].join(' | '),
    );
    expect(rows.sort()).toEqual([
      '13 | E | 3-RESIDENT | 2021-07-01 | 1-BENCHMRK | it is a primary or reference benchmark',
      '14 | E | 1-BENCHMRK | 2022-07-01 | 3-RESIDENT | the latest rating before it',
      '15 | W | 1-BENCHMRK | 2021-07-01 | 1-BENCHMRK | the latest rating before it',
      '16 | E | No rating |  | 3-RESIDENT | the default of its zone',
      '17 | W | 2-COMMERCE | 2021-07-01 | 2-COMMERCE | the latest rating before it',
      '18 | W | 3-RURAL | 2022-07-01 | 3-RURAL | the latest rating before it',
      '22 | E | 1-ANLYSALE | 2022-07-01 | 3-RESIDENT | the latest rating before it',
      '23 | E | 1-ANLYSALE |  | 3-RESIDENT | the latest rating before it',
      '26 | E | No rating |  | 3-RESIDENT | the latest rating before it',
      '32 | E | 1-OBJECT | 2023-07-01 | 3-RESIDENT | the latest rating before it',
      '33 | E | 1-OBJECT | 2023-07-01 | 3-RESIDENT | the latest rating before it',
      '42 | E | 2-ALLOWNCE | 2021-07-01 | 3-RESIDENT | the default of its zone',
      '52 | E | 1-SIGVALCH | 2023-07-01 | 3-RESIDENT | the latest rating before it',
      '53 | E | 1-SIGVALCH | 2023-07-01 | 3-RESIDENT | the latest rating before it',
      '54 | E | 1-SIGVALCH | 2023-07-01 | 3-RESIDENT | the latest rating before it',
    ]);
  });

  it('have the default of default_risk without the rating of the year itself', async () => {
    const stored = new Map(rated.map(([id, rating]) => [id, rating]));
    const said = await db.owner(
      `select p.id, d.rating, risk_reason(d.reason) as reason from property p cross join default_risk(p.id, 2023, false) d`,
    );
    const rows = new Map((await listed('riskcomp')).map((row) => [Number(row.property_id), row]));
    for (const { id, rating, reason } of said) {
      const row = rows.get(Number(id));
      if (row) expect([row.default_rating, row.default_reason]).toEqual([rating, reason]);
      else if (Number(id) !== 61 && ![21, 31, 41, 51].includes(Number(id)))
        expect(stored.get(Number(id))).toBe(rating);
    }
    expect(said).toHaveLength(rated.length);
  });

  it('take the factor of the component from the year, where it has one', async () => {
    await put(db, 'component_year', [
      { district_code: '001', component_code: 'AAB', base_date: '2023-07-01', factor: 1.4 },
    ]);
    const found = (await listed('riskcomp')).map((row) => row.property_id);
    await db.owner('delete from component_year');
    // 154,000 is 10 % above 140,000 then.
    expect(found).toContain(51);
  });

  it('keep to zones, components and districts', async () => {
    expect(await listed('riskcomp', { zones: ['RU2'] })).toEqual([]);
    expect(await listed('riskcomp', { components: ['RAB'] })).toEqual([]);
    expect(await listed('riskcomp', { districts: ['002'] })).toEqual([]);
  });
});

describe('ratings for analysed sales', () => {
  const found = async (params: Row = {}) =>
    (await listed('anlyriskcomp', params))
      .map((row) => [
        row.property_id,
        row.finding,
        row.rule_severity,
        row.analysis_id === null ? null : Number(row.analysis_id),
        row.exported,
        row.stored,
        row.expected,
      ])
      .sort();

  it('are missing where an exported sale of the window counts, and stale where none does', async () => {
    expect(await found()).toEqual([
      [22, 'STALE', 'W', analyses.get(22), true, '1-ANLYSALE', '3-RESIDENT'],
      [23, 'STALE', 'W', null, null, '1-ANLYSALE', '3-RESIDENT'],
      [24, 'MISSING', 'E', analyses.get(24), true, '3-RESIDENT', '1-ANLYSALE'],
      [26, 'MISSING', 'E', analyses.get(26), true, 'No rating', '1-ANLYSALE'],
    ]);
    expect(await found({ zones: ['RU2'] })).toEqual([]);
  });

  it('count from the analysis on where the option says so', async () => {
    await db.owner(`update setting set text = 'analysis' where key = 'risk.analysale'`);
    const rows = await found();
    await db.owner(`update setting set text = null where key = 'risk.analysale'`);
    expect(rows.filter((row) => row[1] === 'MISSING').map((row) => row[0])).toEqual([24, 25, 26]);
  });
});

describe('prior objections', () => {
  const found = async (params: Row = {}) =>
    (await listed('priorobj', params))
      .map((row) =>
        [
          row.property_id,
          day(row.objection_year),
          row.outcome,
          row.stored,
          number(row.value_change),
          day(row.verified_on),
        ].join(' | '),
      )
      .sort();

  it('are those of active properties to values of the base year and the two before', async () => {
    expect(await found()).toEqual([
      '31 | 2020-07-01 | WITHDRAWN | 1-OBJECT | 0.1 | 2023-09-01',
      '31 | 2022-07-01 | PARTLY | 1-OBJECT | 0.1 | 2023-09-01',
      '53 | 2021-07-01 | OPEN | 1-SIGVALCH |  | ',
    ]);
    const [partly] = (await listed('priorobj')).filter((row) => row.outcome === 'PARTLY');
    expect(
      [partly?.claimed_value, partly?.lv_before, partly?.lv_after, partly?.v0, partly?.v1].map(Number),
    ).toEqual([80_000, 105_000, 100_000, 100_000, 110_000]);
  });

  it('go as far back as the option says', async () => {
    await db.owner(`update setting set number = 4 where key = 'objection.years'`);
    const rows = await found();
    const rating = (await listed('riskcomp')).map((row) => row.property_id);
    await db.owner(`update setting set number = null where key = 'objection.years'`);
    expect(rows).toContain('32 | 2019-07-01 | OPEN | 1-OBJECT | 0.1 | ');
    expect(rows).toHaveLength(4);
    expect(rating).not.toContain(32);
  });
});

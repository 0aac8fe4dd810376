// Verification under the contract, small enough to count by hand. Base year 2022, so 31 December 2023 decides.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/access/caller.ts';
import { askedDistricts } from '#server/reports/districts.ts';
import type { LinkedScreen } from '#src/core/linked.ts';
import { property, put, putPlaces, untouched } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;
let region = 0;

const verified = (property_id: number, verified_on: string, more: Row = {}): Row => ({
  property_id,
  verified_on,
  base_date: '2022-07-01',
  verification_type: 'INSPECTD',
  ...more,
});

beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
  // The contract began on 1 March 2021: 31 December 2023 lies in its third year, to 29 February 2024.
  [region = 0] = await put(db, 'contract_region', [{ name: 'North', contract_start: '2021-03-01' }]);
  const [other] = await put(db, 'contract_region', [{ name: 'South', contract_start: '2023-01-01' }]);
  await put(db, 'region_district', [
    { region_id: region, district_code: '001' },
    { region_id: region, district_code: '002' },
    { region_id: other, district_code: '002' },
    // A surrounding district is not in the region.
    { region_id: region, district_code: '005', surrounding: true },
  ]);
  await put(db, 'property', [
    ...[11, 12, 13].map((id) => property(id, { risk_rating: '1-BENCHMRK' })),
    ...[21, 22].map((id) => property(id, { risk_rating: '2-COMMERCE' })),
    ...[31, 32].map((id) =>
      property(id, { risk_rating: '3-RESIDENT', zone_code: 'RU2', component_code: 'RAB' }),
    ),
    property(41, { risk_rating: null, component_code: null }),
    property(42, { risk_rating: '2-UNKNOWN' }),
    property(43, { risk_rating: '1-BENCHMRK', status: 'X' }),
    property(51, { risk_rating: '1-BENCHMRK', district_code: '002' }),
    property(61, { risk_rating: '1-BENCHMRK', district_code: '005' }),
  ]);
  await put(db, 'verification', [
    // Last on 31 December 2022, which is not within the year before 31 December 2023.
    verified(11, '2022-12-31'),
    verified(12, '2021-08-01'),
    verified(12, '2023-01-01'),
    verified(12, '2023-01-20'),
    // After 31 December 2023 and yet in the third contract year.
    verified(13, '2024-01-15'),
    // Before the contract, which does not count.
    verified(21, '2021-02-28'),
    verified(22, '2021-03-01'),
    verified(31, '2023-09-01'),
    verified(43, '2023-09-01'),
    verified(51, '2023-08-01'),
    verified(61, '2023-08-01'),
  ]);
});
afterAll(() => db?.close());

const at = '2024-01-31';
const listed = (name: string, params: Row = {}) => db.report(name, { ...untouched, as_at: at, ...params });
const number = (value: unknown) => (value === null ? null : Math.round(Number(value) * 1000) / 1000);
const day = (value: unknown) => (value === null ? null : String(value).slice(0, 10));

describe('verification by risk', () => {
  const rows = async (params: Row = {}) =>
    (await listed('verifybyrisk', params))
      .map((row) => [
        row.level,
        row.rating,
        row.n,
        number(row.required),
        row.in_cycle,
        number(row.in_cycle_share),
        row.behind,
        row.outstanding,
      ])
      .sort();

  it('asks for a rating as often as its cycle says, and for none without one', async () => {
    expect(await rows({ districts: ['001'] })).toEqual([
      [null, 'No rating', 1, null, 0, null, null, 0],
      [1, 'Benchmark', 3, 3, 1, 0.333, 2, 2],
      // Of three years, in the third: both. Verified on the first day of the contract: to 1 March 2024.
      [2, '2-UNKNOWN', 1, 1, 0, 0, 1, 1],
      [2, 'Commercial', 2, 2, 1, 0.5, 1, 1],
      // Of six years, in the third: half. The one never verified is not outstanding yet.
      [3, 'Residential', 2, 1, 1, 0.5, 0, 0],
    ]);
  });

  it('takes the cycle of a level from the options where the rating has none', async () => {
    await put(db, 'setting', [{ key: 'verify.years.2', region_id: region, number: 5 }]);
    const found = await rows({ districts: ['001'] });
    await db.owner(`delete from setting where region_id is not null`);
    expect(found.find((row) => row[1] === '2-UNKNOWN')).toEqual([2, '2-UNKNOWN', 1, 0.6, 0, 0, 1, 0]);
  });

  it('keeps to zones and components, and counts districts without a contract in n alone', async () => {
    expect(await rows({ zones: ['RU2'] })).toEqual([[3, 'Residential', 2, 1, 1, 0.5, 0, 0]]);
    expect(await rows({ districts: ['005'] })).toEqual([[1, 'Benchmark', 1, null, 0, null, null, 0]]);
    expect(await rows({ components: ['NONE'] })).toEqual([]);
  });
});

describe('verification by district', () => {
  it('tells levels, contract years, what is required and where the year will end', async () => {
    const rows = (await listed('verifybydist')).map((row) => [
      row.district_code,
      row.region,
      row.contract_year,
      [row.n, row.level_1, row.level_2, row.level_3, row.no_level],
      [row.year_1, row.year_2, row.year_3, row.year_4],
      [row.in_cycle, number(row.in_cycle_share), number(row.required), row.behind, row.outstanding],
      row.forecast,
    ]);
    expect(rows.sort()).toEqual([
      // In the second year 11 and 12 were verified, both by 31 January 2023; in the third 13 and 31: 2 × 2 ÷ 2.
      ['001', 'North', 3, [9, 3, 3, 2, 1], [2, 2, 2, 0], [3, 0.375, 7, 4, 4], 2],
      // Without a verification in the year before: 1 ÷ (337 days of 366).
      ['002', 'North (and 1 more)', 3, [1, 1, 0, 0, 0], [0, 0, 1, 0], [1, 1, 1, 0, 0], 1],
      ['005', null, null, [1, 1, 0, 0, 0], [0, 0, 0, 0], [0, null, null, null, 0], null],
    ]);
  });

  it('forecasts by the year before up to the same day', async () => {
    const forecast = async (as_at: string) =>
      (await listed('verifybydist', { as_at, districts: ['001'] })).map((row) => [row.year_3, row.forecast]);
    // 31 by 30 September. The year before had nothing by then, so by the share of the year gone: 214 of 366 days.
    expect(await forecast('2023-09-30')).toEqual([[1, 2]]);
    // Half the work of the year before was done by 31 December: 1 × 2 ÷ 1. By 10 January all was: 1 × 2 ÷ 2.
    expect(await forecast('2023-12-31')).toEqual([[1, 2]]);
    expect(await forecast('2024-01-10')).toEqual([[1, 1]]);
    // A contract year that is over: what it was.
    expect(await forecast('2024-06-01')).toEqual([[2, 2]]);
    // One that has not begun.
    expect(await forecast('2022-06-01')).toEqual([[0, null]]);
  });

  it('tells the states of verification apart', async () => {
    const states = (await listed('verifybydist.states')).map((row) => [row.district_code, row.state, row.n]);
    expect(states.sort()).toEqual([
      ['001', 'In cycle', 3],
      ['001', 'No cycle', 1],
      ['001', 'Not due yet', 1],
      ['001', 'Outstanding', 4],
      ['002', 'In cycle', 1],
      ['005', 'No cycle', 1],
    ]);
  });
});

describe('verification by component', () => {
  const rows = async (name: string, params: Row = {}) =>
    (await listed(name, params))
      .map((row) => [
        row.key,
        row.n,
        row.verified_this_year,
        row.in_cycle,
        number(row.in_cycle_share),
        row.outstanding,
        day(row.next_due),
        row.overdue,
      ])
      .sort();

  const first = [
    ['001 AAB', 6, 1, 2, 0.333, 4, '2022-03-01', true],
    ['001 RAB', 2, 1, 1, 0.5, 0, '2027-03-01', false],
    ['001 none', 1, 0, 0, null, 0, null, false],
  ];
  const second = ['002 AAB', 1, 1, 1, 1, 0, '2024-08-01', false];

  it('tells what is due next, and what was due before', async () => {
    expect(await rows('verifycomps/dist', { districts: ['001'] })).toEqual(first);
    expect(await rows('verifycomps/dist', { districts: ['005'] })).toEqual([
      ['005 AAB', 1, 0, 0, null, 0, null, false],
    ]);
  });

  it('goes over all districts of the region that holds the district, and over none without a region', async () => {
    const screen = {
      params: [{ id: 'dst', in: 'route', entity: 'district', wholeRegion: true }],
    } as unknown as LinkedScreen;
    const asked = (dst: string, districts: Caller['districts'] = '*') =>
      askedDistricts(screen, { dst }, { districts } as Caller, db.database, new Date());
    expect(await asked('002')).toEqual(['001', '002']);
    expect(await asked('002', ['002', '005'])).toEqual(['002']);
    expect(await asked('005')).toEqual([]);
    expect(await asked('all')).toEqual(['001', '002']);
    await expect(asked('001', ['002'])).rejects.toMatchObject({ code: 'not-found' });
    expect(await rows('verifycomps/dist', { districts: await asked('002') })).toEqual([...first, second]);
    expect(await rows('verifycomps/dist', { districts: [] })).toEqual([]);
  });

  it('has a share of each year of the contract so far', async () => {
    const shares = (await listed('verifycomps/heat', { districts: ['001', '005'] })).map((row) => [
      row.key,
      row.year_of_contract,
      number(row.verified_share),
    ]);
    expect(shares.sort()).toEqual([
      ['001 AAB', 1, 0.333],
      ['001 AAB', 2, 0.333],
      ['001 AAB', 3, 0.167],
      ['001 RAB', 1, 0],
      ['001 RAB', 2, 0],
      ['001 RAB', 3, 0.5],
      ['001 none', 1, 0],
      ['001 none', 2, 0],
      ['001 none', 3, 0],
    ]);
  });

  it('comes to what the districts come to', async () => {
    const sums = (rows: readonly Row[]) =>
      ['n', 'required', 'in_cycle', 'outstanding'].map((column) =>
        number(rows.reduce((sum, row) => sum + Number(row[column]), 0)),
      );
    const parts = sums(await listed('verifycomps/dist'));
    expect(parts).toEqual([11, 8, 4, 4]);
    expect(sums(await listed('verifybydist'))).toEqual(parts);
  });
});

describe('verification by area', () => {
  const screen = { params: [{ id: 'area', in: 'route', entity: 'region' }] } as unknown as LinkedScreen;
  const asked = (area: string, districts: Caller['districts'] = '*') =>
    askedDistricts(screen, { area }, { districts } as Caller, db.database, new Date());

  it('is of the districts of a region that the caller may see, not of surrounding ones', async () => {
    expect(await asked(String(region))).toEqual(['001', '002']);
    expect(await asked(String(region), ['002', '005'])).toEqual(['002']);
    expect(await asked('all', ['002', '005'])).toEqual(['002', '005']);
  });

  it('is not found of an unknown region, nor of one without a district of the caller', async () => {
    for (const [area, districts] of [
      ['999', '*'],
      ['001', '*'],
      ["1'", '*'],
      [String(region), ['005']],
    ] as const)
      await expect(asked(area, districts)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('has no district of a region that holds none', async () => {
    const [empty] = await put(db, 'contract_region', [{ name: 'Empty' }]);
    expect(await asked(String(empty))).toEqual([]);
    expect(await listed('verifybydist', { districts: [] })).toEqual([]);
  });

  it('comes to what the components of the region come to', async () => {
    const sums = (rows: readonly Row[]) =>
      ['n', 'required', 'in_cycle', 'outstanding'].map((column) =>
        number(rows.reduce((sum, row) => sum + Number(row[column]), 0)),
      );
    const byArea = sums(await listed('verifybydist', { districts: await asked(String(region)) }));
    expect(byArea).toEqual([10, 8, 4, 4]);
    const ofRegion = { districts: await asked(String(region)) };
    expect(sums(await listed('verifycomps/dist', ofRegion))).toEqual(byArea);
  });
});

// What was done when and by whom, small enough to count by hand.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putPlaces, sale, untouched } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;
let north = 0;
let ann = 0;
let bob = 0;

async function analysed(sale_id: number, more: Row): Promise<void> {
  await put(db, 'analysis', [{ sale_id, property_id: 11, district_code: '001', ...more }]);
}

/** As the history tells a save: the state that it led to, at an hour of the office. */
const entry = (
  table_name: string,
  row_id: number,
  at: string,
  user_id: number,
  field: string,
  now: string,
): Row => ({
  at: `${at}+10`,
  user_id,
  table_name,
  row_id,
  action: 'update',
  from_version: 1,
  fields: JSON.stringify({ [field]: { old: 'x', new: now } }),
  district_code: '001',
});

beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
  [north = 0] = await put(db, 'contract_region', [{ name: 'North', contract_start: '2024-03-01' }]);
  await put(db, 'region_district', [{ region_id: north, district_code: '001' }]);
  [ann = 0, bob = 0] = await put(db, 'app_user', [
    { username: 'ann', full_name: 'Ann', valuer: true },
    { username: 'bob', full_name: 'Bob', valuer: true },
  ]);
  await put(db, 'property', [
    property(11),
    property(12, { zone_code: 'RU2', component_code: 'RAB' }),
    property(13, { zone_code: null, component_code: null }),
    // Not active, though something was done for it.
    property(14, { status: 'X', zone_code: 'E4' }),
    property(15, { status: 'X' }),
    property(21, { district_code: '002' }),
  ]);
  const [a = 0, b = 0, c = 0, d = 0] = await put(db, 'sale', [
    // Received on the first and the last day of October, before it, after it; without a property; seen only.
    sale(11, { download_at: '2026-10-01 02:00' }),
    sale(11, { download_at: '2026-10-31 23:00' }),
    sale(11, { download_at: '2026-09-30 02:00' }),
    sale(12, { download_at: '2026-11-01 02:00' }),
    sale(null, { download_at: '2026-10-10 02:00', zone_code: 'E4' }),
    sale(11, { download_at: '2026-02-28 02:00', inspected_on: '2026-10-05' }),
  ]);
  // The zone is that of the property, whatever the sale says.
  await db.owner(`update sale set zone_code = 'E4' where id = $1`, [a]);
  await analysed(a, { valuer_id: ann, inspection_date: '2026-10-02', analysis_date: '2026-10-03' });
  await analysed(b, { valuer_id: bob, inspection_date: '2026-03-01', analysis_date: '2026-11-01' });
  await analysed(c, { valuer_id: ann, inspection_date: '2026-02-28', analysis_date: '2026-12-24' });
  // Twice in a month is once.
  await analysed(d, { valuer_id: ann, inspection_date: '2026-10-20', analysis_date: '2026-10-20' });
  await analysed(d, { valuer_id: ann, inspection_date: '2026-10-21', analysis_date: null });
  await db.owner('update sale set inspected_on = $1 where id = $2', ['2026-10-09', a]);
  const supp = (property_id: number, received_on: string, more: Row = {}): Row => ({
    property_id,
    district_code: '001',
    supp_type: 'PO',
    received_on,
    valuer_id: ann,
    ...more,
  });
  await put(db, 'supp', [
    supp(11, '2026-10-01', { completed_on: '2026-10-31', transmit_status: 'X' }),
    supp(11, '2026-09-30', { completed_on: '2026-10-10', transmit_status: 'X' }),
    supp(11, '2026-08-01', { completed_on: '2026-11-01', transmit_status: 'X', valuer_id: null }),
    supp(12, '2026-10-31'),
    supp(12, '2026-11-01'),
    supp(13, '2025-01-01', { completed_on: '2026-02-28', transmit_status: 'X' }),
    supp(13, '2026-12-20'),
  ]);
  const future = String((await db.owner('select future_base_date()::text as day'))[0]?.day);
  const value = (property_id: number, more: Row = {}): Row => ({
    property_id,
    district_code: '001',
    base_date: future,
    land_value: 1_000,
    method: 'H',
    updated_at: '2026-10-07 00:00+10',
    updated_by: bob,
    ...more,
  });
  // Told by its history; by its last save; by nobody; in the other series, by a factor, before: none.
  const values = await put(db, 'property_value', [
    value(11),
    value(12),
    value(13, { updated_by: null }),
    value(14, { series: 'LG' }),
    value(15, { method: 'F' }),
    value(11, { base_date: '2020-07-01' }),
  ]);
  const sheet = (property_id: number, stage: string): Row => ({
    property_id,
    district_code: '001',
    base_date: future,
    stage,
    updated_at: '2026-10-08 00:00+10',
    updated_by: bob,
  });
  const sheets = await put(db, 'worksheet', [sheet(11, 'DONE'), sheet(12, 'DONE'), sheet(13, 'REVIEW')]);
  await put(db, 'audit', [
    entry('property_value', values[0] ?? 0, '2026-09-29 12:00', bob, 'method', 'H'),
    entry('property_value', values[0] ?? 0, '2026-09-30 23:30', ann, 'method', 'H'),
    entry('property_value', values[0] ?? 0, '2026-10-02 12:00', bob, 'land_value', '5'),
    entry('worksheet', sheets[0] ?? 0, '2026-10-01 00:30', ann, 'stage', 'DONE'),
    entry('worksheet', sheets[0] ?? 0, '2026-10-20 12:00', bob, 'stage', 'REVIEW'),
    entry('worksheet', sheets[2] ?? 0, '2026-10-20 12:00', bob, 'stage', 'DONE'),
  ]);
  const verified = (property_id: number, verified_on: string, verified_by: number | null): Row => ({
    property_id,
    verified_on,
    verified_by,
    base_date: '2025-07-01',
    verification_type: 'INSPECTD',
  });
  await put(db, 'verification', [
    verified(11, '2026-10-01', ann),
    verified(11, '2026-10-31', ann),
    verified(12, '2026-03-01', bob),
    verified(12, '2026-02-28', bob),
    verified(14, '2026-10-15', null),
    verified(21, '2026-10-15', bob),
  ]);
});
afterAll(() => db?.close());

const as_at = '2026-11-15';
const listed = (name: string, params: Row = {}) =>
  db.report(name, { ...untouched, districts: ['001'], as_at, ...params });
const day = (given: unknown) => String(given).slice(0, 10);

describe('the month of a report', () => {
  const head = async (today: string, params: Row = {}) => {
    const [row] = await listed('monthly.head', { as_at: today, ...params });
    return [day(row?.month_start), day(row?.year_start), row?.year_kind];
  };

  it('is the one that holds the day 15 days ago, and its year begins with the contract year', async () => {
    expect(await head('2026-11-15')).toEqual(['2026-10-01', '2026-03-01', 'Contract year']);
    expect(await head('2026-11-16')).toEqual(['2026-11-01', '2026-03-01', 'Contract year']);
    expect(await head('2026-03-15')).toEqual(['2026-02-01', '2025-03-01', 'Contract year']);
    expect(await head('2026-03-16')).toEqual(['2026-03-01', '2026-03-01', 'Contract year']);
  });

  it('is the chosen one, and without a contract its year is the calendar’s', async () => {
    expect(await head('2026-11-16', { month: '2025-02-17' })).toEqual([
      '2025-02-01',
      '2024-03-01',
      'Contract year',
    ]);
    expect(await head('2026-11-16', { districts: ['002'] })).toEqual([
      '2026-11-01',
      '2026-01-01',
      'Calendar year',
    ]);
    // Before the contract there was none.
    expect(await head('2026-11-16', { month: '2024-02-01' })).toEqual([
      '2024-02-01',
      '2024-01-01',
      'Calendar year',
    ]);
  });
});

describe('the monthly report', () => {
  const rows = async (name: string, columns: readonly string[], params: Row = {}) =>
    (await listed(name, params))
      .map((row) => [row.key, ...columns.map((column) => row[column])].join(' '))
      .sort();

  it('counts active properties, worksheets done and verified properties by zone', async () => {
    const columns = ['properties', 'worksheets', 'worksheets_year', 'verified', 'verified_year'];
    expect(await rows('monthly', columns)).toEqual([
      '001  1 0 0 0 0',
      '001 E4 0 0 0 1 1',
      // Verified twice in October, which is one property.
      '001 R2 1 1 1 1 1',
      // On the first day of the contract year; the day before counts in the year before.
      '001 RU2 1 1 1 0 1',
    ]);
    expect(await rows('monthly', columns, { month: '2026-02-01', zones: ['RU2'] })).toEqual([
      '001 RU2 1 0 0 1 1',
    ]);
    expect(await rows('monthly', columns, { components: ['RAB'] })).toHaveLength(1);
    expect(await rows('monthly', columns, { districts: ['005'] })).toEqual([]);
  });

  it('counts sales received, inspected and analysed, in the zone of the property before that of the sale', async () => {
    const columns = ['received', 'received_year', 'inspected', 'inspected_year', 'analysed', 'analysed_year'];
    expect(await rows('monthly.sales', columns)).toEqual([
      '001 E4 1 1 0 0 0 0',
      // Received on 1 and 31 October; on 30 September too in the year. Inspected on 2 and 5 October and 1 March; one was analysed.
      '001 R2 2 3 2 3 1 1',
      // Received in November; seen twice in October, which is one sale.
      '001 RU2 0 0 1 1 1 1',
    ]);
    expect(await rows('monthly.sales', columns, { zones: ['E4'] })).toEqual(['001 E4 1 1 0 0 0 0']);
  });

  it('counts supps in, out and open at the end of the month', async () => {
    const columns = ['supps_in', 'supps_in_year', 'supps_out', 'supps_out_year', 'supps_open'];
    expect(await rows('monthly.supps', columns)).toEqual([
      // The third went out on 1 November and was open before.
      '001 R2 1 3 2 2 1',
      '001 RU2 1 1 0 0 1',
    ]);
    // Under way: what came on 1 November is open, what is dated 20 December is not there yet.
    expect(await rows('monthly.supps', columns, { month: '2026-11-01' })).toEqual([
      '001 R2 0 3 1 3 0',
      '001 RU2 1 2 0 0 2',
    ]);
  });

  it('leaves out what is dated after today, and counts it in the head', async () => {
    const [head] = await listed('monthly.head');
    // An analysis of 24 December and a supp of 20 December.
    expect(head?.later_work).toBe(2);
    expect((await listed('monthly.head', { as_at: '2026-12-31' }))[0]?.later_work).toBe(0);
    const analysed = await rows('monthly.sales', ['analysed', 'analysed_year'], {
      month: '2026-12-01',
      zones: ['R2'],
    });
    expect(analysed).toEqual(['001 R2 0 2']);
  });
});

describe('activity by valuer', () => {
  const rows = async (name: string, columns: readonly string[], params: Row = {}) =>
    (await listed(name, params))
      .map((row) =>
        [row.person, day(row.month).slice(0, 7), ...columns.map((column) => row[column])].join(' '),
      )
      .sort();

  it('counts each property once a month for who did it: by the history, the last save or nobody', async () => {
    const columns = ['worksheets', 'verifications', 'handcrafts'];
    expect(await rows('actbyval', columns)).toEqual([
      // The last entry that made the method H, half an hour before October; the worksheet half an hour after its beginning.
      'Ann 2026-09 0 0 1',
      'Ann 2026-10 1 1 0',
      'Bob 2026-02 0 1 0',
      'Bob 2026-03 0 1 0',
      'Bob 2026-10 1 0 1',
      'Not named 2026-10 0 1 1',
    ]);
    expect(await rows('actbyval', columns, { valuers: [ann], zones: ['R2'], components: ['AAB'] })).toEqual([
      'Ann 2026-09 0 0 1',
      'Ann 2026-10 1 1 0',
    ]);
    // Twelve months: of February 2027 the last is March 2026.
    expect(
      await rows('actbyval', columns, { month: '2027-02-01', as_at: '2027-02-20', valuers: [bob] }),
    ).toEqual(['Bob 2026-03 0 1 0', 'Bob 2026-10 1 0 1']);
  });

  it('counts sales inspected and analysed by the valuer of the analysis', async () => {
    expect(await rows('actbyval.sales', ['inspected', 'analysed'])).toEqual([
      'Ann 2026-02 1 0',
      'Ann 2026-10 2 2',
      'Bob 2026-03 1 0',
      // Seen and never analysed.
      'Not named 2026-10 1 0',
    ]);
    expect(
      await rows('actbyval.sales', ['inspected', 'analysed'], { month: '2026-11-01', valuers: [bob] }),
    ).toEqual(['Bob 2026-03 1 0', 'Bob 2026-11 0 1']);
  });

  it('tells how long completed supps took', async () => {
    const days = async (params: Row = {}) =>
      (await listed('actbyval.supps', params))
        .map(
          (row) =>
            `${row.person} ${day(row.month)} ${row.supps_completed} ${Number(row.mean_turnaround)} ${row.longest_turnaround}`,
        )
        .sort();
    // 30 and 10 days; 1 January 2025 to 28 February 2026 are 423.
    expect(await days()).toEqual(['Ann 2026-02-01 1 423 423', 'Ann 2026-10-01 2 20 30']);
    expect(await days({ month: '2026-11-01', zones: ['R2'] })).toEqual([
      'Ann 2026-10-01 2 20 30',
      // 1 August to 1 November.
      'Not named 2026-11-01 1 92 92',
    ]);
  });

  it('draws what the tables have', async () => {
    const sum = (all: readonly Row[], column: string) => all.reduce((so, row) => so + Number(row[column]), 0);
    const pieces = new Map<unknown, number>();
    for (const row of await listed('actbyval.chart'))
      pieces.set(row.kind, (pieces.get(row.kind) ?? 0) + Number(row.pieces));
    const [work, sales, supps] = [
      await listed('actbyval'),
      await listed('actbyval.sales'),
      await listed('actbyval.supps'),
    ];
    expect(Object.fromEntries(pieces)).toEqual({
      Worksheets: sum(work, 'worksheets'),
      Verifications: sum(work, 'verifications'),
      'Values by hand': sum(work, 'handcrafts'),
      'Sales inspected': sum(sales, 'inspected'),
      'Sales analysed': sum(sales, 'analysed'),
      'Supps completed': sum(supps, 'supps_completed'),
    });
    const [head] = await listed('actbyval.head');
    expect([day(head?.first_month), day(head?.month_start), head?.later_work]).toEqual([
      '2025-11-01',
      '2026-10-01',
      1,
    ]);
  });

  it('says nothing where nothing was done', async () => {
    for (const name of ['actbyval', 'actbyval.sales', 'actbyval.supps', 'actbyval.chart'])
      expect(await listed(name, { districts: ['005'] })).toEqual([]);
  });
});

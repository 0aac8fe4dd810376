// The scorecard of the management hub, small enough to count by hand. As at 20 March 2024: months from March 2023 on.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putPlaces } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;
const supp = (received_on: string, more: Row = {}): Row => ({
  property_id: 11,
  supp_type: 'PE',
  received_on,
  ...more,
});
const done = (received_on: string, completed_on: string, more: Row = {}): Row =>
  supp(received_on, { completed_on, sent_on: completed_on, transmit_status: 'X', ...more });

beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
  const [north] = await put(db, 'contract_region', [
    { name: 'North', overdue_turnaround: 30, target_turnaround: 20, maximum_turnaround: 40 },
  ]);
  await put(db, 'region_district', [{ region_id: north, district_code: '001' }]);
  await put(db, 'property', [property(11), property(51, { district_code: '002' })]);
  await put(db, 'supp', [
    // January: 20 and 20 days, so the average is the target; the longest is within the maximum.
    done('2024-01-01', '2024-01-21'),
    done('2024-01-05', '2024-01-25'),
    // February: 22 days is the target and a tenth, a warning; 44 the maximum and a tenth, of the other.
    done('2024-01-10', '2024-02-01', { property_id: 11 }),
    // March: 23 and 45 days, each a day further.
    done('2024-02-10', '2024-03-04'),
    done('2024-01-20', '2024-03-05'),
    // Open on 20 March: 30 days old is not overdue, 31 is; what is sent is open and not overdue.
    supp('2024-02-19'),
    supp('2024-02-18'),
    supp('2024-01-01', { transmit_status: 'S', sent_on: '2024-03-01' }),
    // Not come yet.
    supp('2024-03-21'),
    // Before the 13 months, and open ever since; and one that ended before them.
    supp('2022-01-01', { transmit_status: 'S', sent_on: '2022-02-01' }),
    done('2022-01-01', '2023-02-28'),
    // A district without a region: nothing is asked of it, and the contractor's 30 days count.
    done('2024-03-01', '2024-03-02', { property_id: 51 }),
    supp('2024-02-18', { property_id: 51 }),
  ]);
});
afterAll(() => db.close());

const all = { districts: ['001', '002', '005'], as_at: '2024-03-20' };
const scorecard = async (month: string, district = '001', params: Row = all) => {
  const rows = await db.report('mgmt.scorecard', params);
  return rows.find((row) => String(row.month).startsWith(month) && row.district_code === district);
};

describe('the contractor scorecard', () => {
  it('counts what came, was done and lay open in each month', async () => {
    // Came: the four of January that are done, and the one that is sent since. Done: two. Open at its end: the one of
    // 10 January, that of 20 January, the sent one and that of 2022; none is older than 30 days but those sent later
    // (1 January, 30 days at the end) and long ago.
    expect(await scorecard('2024-01')).toMatchObject({
      received_supps: 5,
      completed_supps: 2,
      open_supps: 4,
      overdue_supps: 0,
    });
    // Came: 10, 18 and 19 February. Open at its end: those three, that of 20 January (40 days), the sent one, not sent
    // yet then (59 days), and that of 2022, sent. Overdue: the two that are older than 30 days.
    expect(await scorecard('2024-02')).toMatchObject({
      received_supps: 3,
      completed_supps: 1,
      open_supps: 6,
      overdue_supps: 2,
    });
    // Of this month today: open are 18 and 19 February and the two sent ones; overdue the one of 31 days.
    expect(await scorecard('2024-03')).toMatchObject({
      received_supps: 0,
      completed_supps: 2,
      open_supps: 4,
      overdue_supps: 1,
    });
  });

  it('judges average and longest by the contract, with a warning within a tenth', async () => {
    expect(await scorecard('2024-01')).toMatchObject({
      target: 20,
      maximum: 40,
      longest_days: 20,
      average_tone: 'good',
      longest_tone: 'good',
    });
    expect(Number((await scorecard('2024-02'))?.average_days)).toBe(22);
    expect(await scorecard('2024-02')).toMatchObject({ average_tone: 'warning', longest_tone: 'good' });
    // (23 + 45) / 2 = 34, far beyond 22; 45 is beyond 44.
    expect(Number((await scorecard('2024-03'))?.average_days)).toBe(34);
    expect(await scorecard('2024-03')).toMatchObject({
      longest_days: 45,
      average_tone: 'bad',
      longest_tone: 'bad',
    });
    // At 12.5 % the longest is within.
    await db.owner(`update setting set number = 13 where key = 'supp.turnaround.margin'`);
    expect(await scorecard('2024-03')).toMatchObject({ longest_tone: 'warning' });
    await db.owner(`update setting set number = null where key = 'supp.turnaround.margin'`);
  });

  it('judges nothing where nothing was completed or nothing is asked', async () => {
    const idle = await scorecard('2023-03');
    // Only that of 2022, which is sent, lies open; that of 28 February 2023 ended before.
    expect(idle).toMatchObject({
      received_supps: 0,
      completed_supps: 0,
      open_supps: 1,
      average_days: null,
      average_tone: 'none',
    });
    expect(await scorecard('2024-03', '002')).toMatchObject({
      received_supps: 1,
      completed_supps: 1,
      open_supps: 1,
      overdue_supps: 1,
      target: null,
      average_tone: 'none',
      longest_tone: 'none',
    });
  });

  it('is of the last 13 months and the districts that are asked for', async () => {
    const rows = await db.report('mgmt.scorecard', { ...all, districts: ['001'] });
    expect(new Set(rows.map(({ district_code }) => district_code))).toEqual(new Set(['001']));
    expect(rows).toHaveLength(13);
    expect(await db.report('mgmt.scorecard', { ...all, districts: ['005'] })).toEqual([]);
  });

  it('adds the districts up in its chart', async () => {
    const months = await db.report('mgmt.months', all);
    const march = months.filter(({ month_label }) => month_label === '2024-03');
    // (23 + 45 + 1) / 3 = 23.
    expect(march.map(({ what, n, average_days }) => [what, n, Number(average_days)])).toEqual([
      ['Received', 1, 23],
      ['Completed', 3, 23],
    ]);
  });
});

describe('figures on the tiles', () => {
  const year = { districts: ['001', '002'], year: 2023 };
  it('count what their reports count', async () => {
    const [figures] = await db.report('stat.figures', year);
    const rated = await db.report('propsbyrisk', year);
    const counted = await db.report('propcount', year);
    const sum = (rows: readonly Row[], column: string) =>
      rows.reduce((all, row) => all + Number(row[column]), 0);
    // The two properties of the fixture.
    expect(figures).toMatchObject({ active_properties: 2, analysed_sales: 0 });
    expect([sum(counted, 'active'), sum(rated, 'n')]).toEqual([2, 2]);
    const [verified] = await db.report('mgmt.figures', year);
    const byDistrict = await db.report('verifybydist', year);
    expect(verified?.to_verify).toBe(sum(byDistrict, 'outstanding'));
  });

  it('are of the districts that are asked for', async () => {
    const [figures] = await db.report('stat.figures', { districts: ['002'], year: 2023 });
    expect(figures).toMatchObject({ active_properties: 1 });
  });
});

describe('figures on the tiles of the demo', () => {
  let demo: Reports;
  beforeAll(async () => {
    demo = await openReports(true);
  });
  afterAll(() => demo.close());

  it('are those of their reports, with the filters that these have by themselves', async () => {
    const asked = { districts: ['001'], year: 2025 };
    const [figures] = await demo.report('stat.figures', asked);
    const level = { ...asked, series: 'future', with_totals: true };
    const zones = await demo.report('statsumm', { ...level, by: 'zone' });
    const components = await demo.report('statsumm', { ...level, by: 'component' });
    const [district] = await demo.report('distdetl.districts', asked);
    const texts = await demo.report('distfinal.texts', asked);
    const medians = await demo.report('mediansales', { ...asked, year_by: 'contract', group_by: 'suburb' });
    const counted = await demo.report('propcount', asked);
    const followed = await demo.report('salesact', { ...asked, year_by: 'contract' });
    const sum = (rows: readonly Row[], column: string) =>
      rows.reduce((all, row) => all + Number(row[column]), 0);
    const [beside] = await demo.owner(
      `select percentile_cont(0.5) within group (order by purchase_price) as price,
         (select count(*)::integer from report_text where report = 'mediarel' and status <> 'DONE'
           and district_code = '001' and base_date = '2026-07-01') as sentences
       from sale_counted
       where district_code = '001' and population = 'standard' and extract(year from contract_date) = 2025`,
    );
    expect(figures).toEqual({
      active_properties: sum(counted, 'active'),
      of_risk_1: (await demo.report('propsbyrisk', asked))
        .filter(({ risk_rating }) => String(risk_rating).startsWith('1-'))
        .reduce((all, { n }) => all + Number(n), 0),
      future_value: sum(counted, 'total_v1'),
      total_change: expect.closeTo(Number(district?.total_change), 12),
      benchmarks: (await demo.report('bmvalues', asked)).length,
      analysed_sales: sum(
        zones.filter(({ row_level }) => row_level === 2),
        'n',
      ),
      median_ratio: expect.closeTo(Number(zones.find(({ row_level }) => row_level === 2)?.median), 12),
      components_sold: components.filter(({ row_level, n }) => row_level === 1 && Number(n) > 0).length,
      standard_sales: sum(
        await demo.report('monthsales', {
          ...asked,
          year_by: 'contract',
          population: 'standard',
          type_by: 'nature',
        }),
        'n',
      ),
      year_sales: sum(medians, 'n'),
      median_price: beside?.price,
      window_sales: sum(followed, 'received'),
      texts_open: texts.filter(({ text_status }) => text_status !== 'DONE').length,
      sentences_open: beside?.sentences,
    });
    // The sentences of this district are done in the demo; nothing else agrees by being nothing.
    const nothing = Object.entries(figures ?? {}).filter(([, figure]) => Number(figure) === 0);
    expect(nothing.map(([name]) => name)).toEqual(['sentences_open']);
  });

  it('of management too', async () => {
    const asked = { districts: ['001', '002'], year: 2025, as_at: '2026-11-20' };
    const [figures] = await demo.report('mgmt.figures', asked);
    const behind = async (report: string) =>
      (await demo.report(report, asked)).filter(({ outstanding }) => Number(outstanding) > 0);
    const risks = await behind('verifybyrisk');
    const sum = (rows: readonly Row[], column: string) =>
      rows.reduce((all, row) => all + Number(row[column]), 0);
    expect(figures).toEqual({
      to_verify: sum(await behind('verifybydist'), 'outstanding'),
      to_verify_1: sum(
        risks.filter(({ risk_rating }) => String(risk_rating).startsWith('1-')),
        'outstanding',
      ),
      districts_behind: (await behind('verifybydist')).length,
      components_behind: (await behind('verifycomps/dist')).length,
      verified_in_month: sum(await demo.report('monthly', asked), 'verified'),
      people: new Set((await demo.report('actbyval', asked)).map(({ person_id }) => person_id)).size,
    });
    for (const [name, figure] of Object.entries(figures ?? {}))
      expect(Number(figure), name).toBeGreaterThan(0);
  });
});

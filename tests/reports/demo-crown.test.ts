// The demo's Crown land has of everything that its reports look for. The year under work is 2026.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReports, type Reports } from './support.ts';

let db: Reports;
beforeAll(async () => {
  db = await openReports(true);
});
afterAll(() => db?.close());

const districts = ['001', '002', '005', '007', '012', '511'];
const listed = (report: string) => db.report(report, { districts, year: 2025 });

describe('Crown land of the demo', () => {
  it('has indices in both regions, one class of a single benchmark and one that waits to be calculated', async () => {
    const rows = (await listed('regionalindex'))
      .filter(({ benchmarks }) => Number(benchmarks) > 0)
      .map((row) =>
        [
          `${row.region} ${row.crown_class}`,
          row.benchmarks,
          row.region_factor && Number(row.region_factor),
          row.calculated_factor && Number(row.calculated_factor),
        ].join(' '),
      );
    expect(rows.sort()).toEqual([
      'Hunter FIN 3 1.087 1.087',
      'Hunter IND 1  ',
      // 602,000 440,000 542,000 639,000 839,000 685,000 become 616,000 466,000 553,000 665,000 861,000 725,000.
      'Hunter REC 6 1.037 1.037',
      'Hunter RUR 3 1.037 ',
      'Upper Hunter IND 3 1.041 1.041',
      'Upper Hunter REC 3 1.037 1.037',
      'Upper Hunter RES 3 1.036 1.036',
    ]);
  });

  it('has each reason for which no factor is there', async () => {
    const reasons = new Set((await listed('rinofactor')).map(({ reason }) => reason));
    expect([...reasons].sort()).toEqual(['No benchmark', 'Not calculated', 'Only one benchmark']);
  });

  it('has one LGA a quarter off its region, and another one near it', async () => {
    expect(
      (await listed('ribadfactor')).map((row) => [
        row.district_code,
        row.crown_class,
        Number(row.own_factor),
      ]),
    ).toEqual([['007', 'REC', 1.296]]);
    const custom = await db.report('ribadfactor', { districts, year: 2025, most_spread: 0 });
    expect(custom.some((row) => row.district_code === '001' && row.factor_source === 'Custom')).toBe(true);
  });

  it('has classes that lack each of what makes them complete', async () => {
    const rows = await listed('riincomplete');
    for (const column of ['without_value', 'without_area', 'without_property'])
      expect({ column, some: rows.some((row) => Number(row[column]) > 0) }).toEqual({ column, some: true });
    expect(rows.some((row) => row.open_lgas === 'UPPER HUNTER')).toBe(true);
  });

  it('has a component for each part that a report may lack, and some that lack none', async () => {
    expect(
      (await listed('clcrcheck'))
        .map((row) => `${row.district_code} ${row.component_code}: ${row.missing_parts}`)
        .sort(),
    ).toEqual([
      '002 FCE: comments',
      '002 IAA: report, valuer, comments, factor',
      '002 RAH: linked sales',
      '005 BAF: valuer',
      '012 FCF: primary benchmark',
      '012 IAA: factor',
    ]);
    const [crown] = await db.owner('select count(*)::integer as n from component where crown');
    expect(crown?.n).toBe(9);
  });
});

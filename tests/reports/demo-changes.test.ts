// The demo has of everything that reports of changes look for.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReports, type Reports, type Row } from './support.ts';

const districts = ['001', '002', '005', '007', '012', '511'] as const;

let db: Reports;
beforeAll(async () => {
  db = await openReports(true);
});
afterAll(() => db?.close());

const listed = (report: string, params: Row = {}) => db.report(report, { districts, year: 2025, ...params });
const kinds = (rows: readonly Row[], column: string) =>
  [...new Set(rows.map((row) => row[column]))].sort() as readonly unknown[];

describe('changes of values in the demo', () => {
  it('have a value that was typed over a little and one that was far', async () => {
    const rows = await listed('varbyfact');
    expect(
      rows
        .filter(({ departure }) => departure !== 'VARIANCE')
        .map(({ district_code, departure, method }) => [district_code, departure, method])
        .sort(),
    ).toEqual([
      ['007', 'VARIANCE and STALE', 'F'],
      ['012', 'STALE', 'F'],
    ]);
    const byHand = rows.filter(({ method }) => method === 'H');
    const told = byHand.filter(({ rationale }) => rationale !== null).length;
    expect(told).toBeGreaterThan(byHand.length / 2);
    expect(told).toBeLessThan(byHand.length);
    const [counts] = await listed('varbyfact.counts', { districts: ['012'] });
    expect(counts).toMatchObject({ without_value: 2 });
  });

  it('have a property without a zone and one without a type, and all in the profile of their district', async () => {
    const blank = (await listed('distdetl')).filter(
      ({ zone_code, property_class }) => zone_code === '' || property_class === '',
    );
    expect(blank.map((row) => [row.district_code, row.property_n])).toEqual([
      ['012', 1],
      ['012', 1],
    ]);
    const sum = (rows: readonly Row[], column: string) =>
      rows.reduce((so, row) => so + Number(row[column]), 0);
    for (const district of districts) {
      const counted = await listed('propcount', { districts: [district] });
      const profile = await listed('distdetl', { districts: [district] });
      expect(['property_n', 'sum_v0', 'sum_v1'].map((column) => sum(profile, column))).toEqual(
        ['active', 'total_v0', 'total_v1'].map((column) => sum(counted, column)),
      );
    }
  });

  it('are steady, slight and moderate, of one type down, and a market agrees with its factor or not', async () => {
    const labels = await Promise.all(
      districts.map(async (district) =>
        kinds(await listed('mediarel', { districts: [district] }), 'movement'),
      ),
    );
    expect([...new Set(labels.flat())].sort()).toEqual([-1, 0, 1, 2]);
    const rows = await listed('compmktmove');
    expect(kinds(rows, 'agrees')).toEqual(expect.arrayContaining([true, false, null]));
    expect(rows.filter(({ agrees }) => agrees === false).length).toBeLessThan(rows.length / 10);
    // The lines of a chart are those of the eight components with the most sales.
    const quarters = await listed('compmktmove.quarters');
    const drawn = quarters.filter(({ line_quarter }) => line_quarter !== null);
    expect(new Set(drawn.map(({ key }) => key)).size).toBe(8);
    expect(drawn.length).toBeLessThan(quarters.length);
  });

  it('have a line for each active component', async () => {
    const [active] = await db.owner(
      'select count(*)::integer as n from component where active and synthetic',
    );
    expect(await listed('compdatatab')).toHaveLength(Number(active?.n));
  });
});

// The demo has of everything that reports of value exceptions look for, and of what is just within.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReports, type Reports } from './support.ts';

const districts = ['001', '002', '005', '007', '012', '511'] as const;

let db: Reports;
beforeAll(async () => {
  db = await openReports(true);
});
afterAll(() => db?.close());

const listed = (report: string, params = {}) => db.report(report, { districts, year: 2025, ...params });

/** How many rows each district has of each value of a column. */
async function counted(report: string, column: string): Promise<Readonly<Record<string, readonly number[]>>> {
  const rows = await listed(report);
  const kinds = [...new Set(rows.map((row) => String(row[column])))].sort();
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      districts.map(
        (one) => rows.filter((row) => row.district_code === one && String(row[column]) === kind).length,
      ),
    ]),
  );
}

describe('value exceptions of the demo', () => {
  it('are sources of areas that differ, one of each in every district', async () => {
    // Worksheets of another area stand in five: in one the land of the second worksheet is of two lines.
    expect(await counted('areadisc', 'area_source')).toEqual({
      SALE: [1, 1, 1, 1, 1, 1],
      SHAPE: [1, 1, 1, 1, 1, 1],
      SIDES: [1, 1, 1, 1, 1, 1],
      VG: [2, 2, 2, 2, 2, 2],
      WORDS: [1, 1, 1, 1, 1, 1],
      WORKSHEET: expect.arrayContaining([1]),
    });
    expect((await counted('areadisc', 'area_reason')).UNIT).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('are areas that changed, worksheets that differ and one that missed the export', async () => {
    expect((await listed('areachng')).length).toBeGreaterThan(30);
    const sheets = await counted('wsexcept', 'sheet_rule');
    expect(sheets.W2).toEqual([1, 1, 1, 1, 1, 1]);
    expect(sheets.W3).toEqual([0, 0, 0, 0, 0, 1]);
    expect(sheets.W4?.reduce((so, n) => so + n, 0)).toBeGreaterThan(3);
    expect((await listed('wsexcept.without')).length).toBeGreaterThan(1_000);
  });

  it('are values that other records contradict', async () => {
    const rules = await counted('mismatchedlvs', 'value_rule');
    expect(rules.M2).toEqual([1, 1, 1, 1, 1, 1]);
    expect(rules.M3).toEqual([1, 1, 1, 1, 1, 1]);
    for (const rule of ['M1', 'M4']) expect(rules[rule]?.some((n) => n > 0)).toBe(true);
  });

  it('are sales of nearly vacant land, the next best evidence of its value', async () => {
    const rows = await listed('lightlyimproved');
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) expect(Number(row.added_share)).toBeLessThanOrEqual(0.2);
    // As good evidence as vacant land: its ratio is about one.
    const near = rows.filter(({ ratio1 }) => Number(ratio1) > 0.8 && Number(ratio1) < 1.25);
    expect(near.length).toBeGreaterThan(0.8 * rows.length);
  });

  it('are few of all values', async () => {
    const [rates] = await listed('rateexpt.judged');
    const rows = await listed('rateexpt');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(0.01 * Number(rates?.judged));
    const neighbours = await listed('inconsistent');
    expect(neighbours.length).toBeGreaterThan(0);
    expect(neighbours.length).toBeLessThan(0.02 * Number(rates?.judged));
  });

  it('are improvements outside the schedules, and some that no schedule can judge', async () => {
    expect((await listed('ratesnotinrange', { population: 'all' })).length).toBeGreaterThan(10);
    const types = await listed('ratesnotinrange.types', { population: 'all' });
    const sum = (column: string) => types.reduce((so, row) => so + Number(row[column]), 0);
    expect(sum('lump_sums')).toBe(6);
    expect(sum('without_schedule')).toBeGreaterThan(0);
  });
});

// The demo has of everything that reports of components and benchmarks look for.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReports, type Reports, type Row } from './support.ts';

const districts = ['001', '002', '005', '007', '012', '511'];

let db: Reports;
beforeAll(async () => {
  db = await openReports(true);
});
afterAll(() => db?.close());

const listed = (report: string, params: Row = {}) => db.report(report, { districts, year: 2025, ...params });

const timesOf = (rows: readonly Row[], column: string) => {
  const times: { [value: string]: number } = {};
  for (const row of rows) times[String(row[column])] = (times[String(row[column])] ?? 0) + 1;
  return times;
};

describe('components and benchmarks of the demo', () => {
  it('have each reason for which a component does not fit once', async () => {
    expect(timesOf(await listed('nofixedcomp'), 'component_reason')).toEqual({
      BLANK: 1,
      UNKNOWN: 1,
      INACTIVE: 1,
      ZONE: 1,
      OLDZONE: 1,
      CROWN: 1,
      TYPE: 1,
    });
  });

  it('have each exception of benchmarks, and few of each', async () => {
    const rows = await listed('bmexcept');
    expect(timesOf(rows, 'benchmark_rule')).toEqual({
      // One of these is the Crown component whose primary benchmark its report lacks.
      B1: 2,
      B2: 1,
      B3: 1,
      B4: 1,
      B5: 2,
      B6: 1,
      // Four of these are the benchmarks of the Crown component whose report lacks linked sales.
      B7: 7,
      B8: 2,
      B9: 1,
      B10: 1,
      B11: 1,
    });
  });

  it('have allowances and concessions of all kinds, with each flag', async () => {
    const rows = await listed('conccomp');
    expect(Object.keys(timesOf(rows, 'concession')).sort()).toEqual([
      'ATTRIB',
      'HERITAGE',
      'MDAF',
      'MUAF',
      'OFFSITE',
      'ONSITE',
      'STRATUM',
      'SUBDIV',
      'UNUTIL',
    ]);
    expect(rows.length).toBeGreaterThan(30);
    const flags = new Set(rows.flatMap((row) => String(row.concession_flags ?? '').split(', ')));
    expect([...flags].sort()).toEqual(['', 'BOTH', 'CHANGED', 'GONE', 'NEW', 'NOTBELOW']);
  });

  it('have components out of line with their sales, loose ones, and most of them in order', async () => {
    const flags = (await listed('compcorr', { population: 'standard' })).map((row) => row.fit_flags);
    expect(flags.filter((flag) => String(flag).includes('SLOPE')).length).toBeGreaterThanOrEqual(2);
    expect(flags.filter((flag) => String(flag).includes('LOOSE')).length).toBeGreaterThanOrEqual(1);
    expect(flags.filter((flag) => flag === null).length).toBeGreaterThan(flags.length / 2);
  });
});

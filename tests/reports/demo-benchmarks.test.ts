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
});

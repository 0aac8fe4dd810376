// The demo has work of every kind in the months before its day, named and not.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoDay } from '#server/database/demo/dates.ts';
import { demoNow } from '#tests/support/database.ts';
import { openReports, type Reports } from './support.ts';

let db: Reports;
beforeAll(async () => {
  db = await openReports(true);
});
afterAll(() => db?.close());

const districts = ['001', '002', '005', '007', '012', '511'];
const listed = (report: string) => db.report(report, { districts, as_at: demoDay(demoNow) });

describe('the activity of the demo', () => {
  it('has work of every kind, and none after its day', async () => {
    const kinds = new Set((await listed('actbyval.chart')).map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual([
      ...[
        'Sales analysed',
        'Sales inspected',
        'Supps completed',
        'Values by hand',
        'Verifications',
        'Worksheets',
      ],
    ]);
    for (const head of ['monthly.head', 'actbyval.head']) expect((await listed(head))[0]?.later_work).toBe(0);
  });

  it('has values found by hand by somebody who is in charge of none, as the history tells', async () => {
    const office = (await listed('actbyval')).filter(({ person }) => person === 'Colin Brathwell');
    expect(office.length).toBeGreaterThan(0);
    expect(office.every((row) => Number(row.handcrafts) > 0 && row.worksheets === 0)).toBe(true);
  });

  it('has sales that were seen and never analysed', async () => {
    const nobody = (await listed('actbyval.sales')).filter(({ person }) => person === 'Not named');
    expect(nobody.some((row) => Number(row.inspected) > 0 && row.analysed === 0)).toBe(true);
  });

  it('has verifications outside August to October', async () => {
    const months = (await listed('actbyval')).filter(({ verifications }) => Number(verifications) > 0);
    const early = months.filter(({ month }) => !['08', '09', '10'].includes(String(month).slice(5, 7)));
    expect(early.length).toBeGreaterThan(3);
  });
});

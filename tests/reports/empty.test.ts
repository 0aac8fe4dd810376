import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untouched } from './fixture.ts';
import { openReports, type Reports } from './support.ts';

const own = [
  'mediansales',
  'mediansalesz',
  'monthsales',
  'salesact',
  'salesratio',
  'saleprex',
  'lvgtpupr',
  'resales',
];
const names = readdirSync(new URL('../../screens/report/', import.meta.url))
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.slice(0, -'.sql'.length))
  .filter((name) =>
    [...own, 'propcount', 'salequartile', 'statsumm', 'statdetl', 'statchart'].includes(
      name.split('.')[0] ?? '',
    ),
  );

describe('every report', () => {
  let db: Reports;
  beforeAll(async () => {
    db = await openReports();
  });
  afterAll(async () => {
    await db?.close();
  });

  it.each(names)('%s answers no row, and no error, where there are no data', async (name) => {
    expect(await db.report(name, untouched)).toEqual([]);
    expect(await db.report(name, { ...untouched, population: 'received', year_by: 'file' })).toEqual([]);
  });
});

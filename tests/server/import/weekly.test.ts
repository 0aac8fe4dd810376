import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { areHere, knownAnswer } from '#tests/support/known-answers.ts';
import { importOf, rowsOf } from './import-of.ts';
import { zipOf } from './zip-of.ts';

const WEEKLY = knownAnswer('data/psi/weekly');
const present = areHere([WEEKLY], 'state-wide weeks');

describe.skipIf(!present)('state-wide weeks', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test?.drop());

  it('are imported from a year of weeks, the one with 13-field D records too', async () => {
    const week = (name: string) => readFileSync(`${WEEKLY}/${name}.zip`);
    const year = await zipOf({ '20210823.zip': week('20210823'), '20220110.zip': week('20220110') });
    const summary = await importOf(test.database, { 'year.zip': year });
    expect(summary.files.filter((file) => file.state !== 'done')).toEqual([]);
    expect(summary.files).toHaveLength(127 + 76);
    expect(summary.counts.read).toBe(5463 + 584);
  });

  it('count one price a dealing, however many lots carry it', async () => {
    const wrong = await rowsOf(
      test.database,
      `select dealing_number from sale group by dealing_number
       having count(*) <> max(dealing_size) or bool_or(multi_property) <> (count(*) > 1)`,
    );
    expect(wrong).toEqual([]);
    const [largest] = await rowsOf<{ size: number }>(
      test.database,
      'select max(dealing_size) as size from sale',
    );
    expect(largest?.size).toBeGreaterThan(5);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seededRandom, weeks } from '#scripts/import/kill-rounds.ts';
import { tableChecksums } from '#server/import/checksums.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { importOf, rowsOf } from './import-of.ts';

let test: TestDatabase;
const opened: TestDatabase[] = [];
beforeEach(async () => {
  test = await createTestDatabase();
  opened.push(test);
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.drop();
});

const many = weeks(seededRandom(1), 12, 500);
const definitions = (each: TestDatabase) =>
  rowsOf(
    each.database,
    `select indexdef as definition from pg_indexes where schemaname = 'public'
     union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated
     from pg_constraint where contype = 'f' order by 1`,
  );
const sums = (each: TestDatabase) => each.database.owner((client) => tableChecksums(client));

describe('a first, large import', () => {
  it('has every index and foreign key again when it ends', async () => {
    const before = await definitions(test);
    const summary = await importOf(test.database, many);
    expect(summary.counts.read).toBe(6000);
    expect(await definitions(test)).toEqual(before);
  });

  it('ends the same as in small pieces, and beside a reader who does not let go', async () => {
    await importOf(test.database, many);
    const pieces = await createTestDatabase();
    opened.push(pieces);
    await importOf(pieces.database, many, { batchFiles: 1 });
    expect(await sums(pieces)).toEqual(await sums(test));
    const read = await createTestDatabase();
    opened.push(read);
    await read.database.read({ userId: 1, districts: '*' }, {}, async (client) => {
      await client.query('select count(*) from sale');
      await importOf(read.database, many);
    });
    expect(await sums(read)).toEqual(await sums(test));
  });
});

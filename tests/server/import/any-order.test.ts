import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '#scripts/import/kill-rounds.ts';
import { type Checksums, tableChecksums } from '#server/import/checksums.ts';
import { type DataFile, dataFiles } from '#server/import/data-files.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { areHere, knownAnswer } from '#tests/support/known-answers.ts';
import { HUNTER, hunterIsHere, hunterZips } from './hunter.ts';
import { importOf, rowsOf } from './import-of.ts';
import { zipOf } from './zip-of.ts';

const WEEKLY = knownAnswer('data/psi/weekly');
const present = hunterIsHere && areHere([WEEKLY, HUNTER], 'real files in any order');

/** Every file of the six districts' years and of two state-wide weeks, which hold some of the same sales. */
async function allFiles(): Promise<readonly DataFile[]> {
  const files: DataFile[] = [];
  const weeks = ['20210823.zip', '20220110.zip'].map((name) => ({
    name,
    bytes: readFileSync(`${WEEKLY}/${name}`),
  }));
  for (const upload of [...hunterZips(), ...weeks])
    for await (const file of dataFiles(upload)) files.push(file);
  return files;
}

const stampOf = ({ bytes }: DataFile) => bytes.toString('latin1', 17, 33);
const newestFirst = (a: DataFile, b: DataFile) => stampOf(b).localeCompare(stampOf(a));

function shuffled(files: readonly DataFile[], seed: number): readonly DataFile[] {
  const random = seededRandom(seed);
  const order = files.map((file) => ({ file, place: random() }));
  return order.sort((a, b) => a.place - b.place).map(({ file }) => file);
}

type Order = (files: readonly DataFile[]) => readonly DataFile[];
const ORDERS: readonly (readonly [how: string, order: Order, imports: number, batchFiles: number])[] = [
  ['newest first, in twelve imports', (files) => [...files].sort(newestFirst), 12, 4000],
  ['mixed, in five imports', (files) => shuffled(files, 1), 5, 4000],
  ['mixed otherwise, in one import of many transactions', (files) => shuffled(files, 2), 1, 150],
];

describe.skipIf(!present)('six districts and two state-wide weeks', () => {
  const opened: TestDatabase[] = [];
  let files: readonly DataFile[];
  let sums: Checksums;
  const fresh = async () => {
    const test = await createTestDatabase();
    opened.push(test);
    return test;
  };
  const sumsOf = (test: TestDatabase) => test.database.owner((client) => tableChecksums(client));

  /** In so many imports, zipped anew under other names. */
  async function importIn(ordered: readonly DataFile[], imports: number, batchFiles: number) {
    const test = await fresh();
    const size = Math.ceil(ordered.length / imports);
    for (let from = 0; from < ordered.length; from += size) {
      const members = ordered
        .slice(from, from + size)
        .map((file, i) => [`${from + i}.dat`, file.bytes] as const);
      const zip = await zipOf(Object.fromEntries(members));
      const { files: told } = await importOf(test.database, { [`${from}.zip`]: zip }, { batchFiles });
      expect(told.filter(({ state }) => state === 'failed')).toEqual([]);
    }
    return test;
  }

  beforeAll(async () => {
    files = await allFiles();
    sums = await sumsOf(await importIn(files, 1, 4000));
  });
  afterAll(async () => {
    for (const test of opened) await test.drop();
  });

  it('overlap, so that an order could matter', async () => {
    const [first] = opened;
    const found = await rowsOf<{ repeated: number; conflicts: number }>(
      (first as TestDatabase).database,
      `select (select count(*)::integer from sale_received) - (select count(*)::integer from sale) as repeated,
         (select count(*)::integer from sale_conflict) as conflicts`,
    );
    expect(found[0]?.repeated).toBeGreaterThan(0);
    expect(found[0]?.conflicts).toBeGreaterThan(0);
  });

  it.each(ORDERS)('are the same %s', async (_how, order, imports, batchFiles) => {
    const test = await importIn(order(files), imports, batchFiles);
    expect(await sumsOf(test)).toEqual(sums);
    const lines = `select (select count(*)::integer from sale_received) as received,
      (select count(distinct (file_id, line_no))::integer from import_log where field is null and line_no is not null) as told`;
    const [counts] = await rowsOf<{ received: number; told: number }>(test.database, lines);
    expect(counts?.told).toBe(counts?.received);
  });
});

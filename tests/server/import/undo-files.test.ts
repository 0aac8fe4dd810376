import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tableChecksums } from '#server/import/checksums.ts';
import { undoFile } from '#server/import/undo-files.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { importOf, rowsOf } from './import-of.ts';
import { psiText, saleLine } from './psi-text.ts';

let test: TestDatabase;

beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

const sums = () => test.database.owner((client) => tableChecksums(client));
const importOne = async (name: string, text: string) => {
  const summary = await importOf(test.database, { [name]: text });
  return summary.files[0]?.id ?? 0;
};
const c = (text: string) => `C;001;4000001;1;20220110 02:02;${text};`;

const first = psiText([saleLine(), c('1/100')], '20220103 01:00');
const second = psiText(
  [
    saleLine({ price: '510000', zone: 'R3', house: '9', component: 'AAQ' }),
    c('2/200'),
    saleLine({ pid: '4000002', counter: '2', component: 'ZZZ', dealing: 'AR100001' }),
  ],
  '20220110 01:00',
);
const third = psiText([saleLine({ price: '520000' }), c('3/300')], '20220117 01:00');

describe('undoing a file', () => {
  it('leaves everything as it was before the file', async () => {
    await importOne('a.DAT', first);
    const before = await sums();
    const id = await importOne('b.DAT', second);
    expect(await sums()).not.toEqual(before);
    expect(await undoFile(test.database, id, 1)).toEqual({
      id,
      name: 'b.DAT',
      removed: 1,
      restored: 1,
      kept: 0,
    });
    expect(await sums()).toEqual(before);
    expect(await rowsOf(test.database, 'select state from import_file order by id')).toEqual([
      { state: 'done' },
      { state: 'undone' },
    ]);
    expect(
      await rowsOf(
        test.database,
        `select line_no, message from import_log where file_id = ${id} and message like 'Undone%' order by line_no`,
      ),
    ).toEqual([
      { line_no: 2, message: 'Undone: line 2 of a.DAT is in force again.' },
      { line_no: 4, message: expect.stringMatching(/^Undone: sale \d+ is removed\.$/) },
    ]);
  });

  it('empties the tables when it was the only one', async () => {
    const empty = await sums();
    const id = await importOne('b.DAT', second);
    await undoFile(test.database, id, null);
    expect(await sums()).toEqual(empty);
  });

  it('keeps what a newer file says, and says so', async () => {
    await importOne('a.DAT', first);
    await importOne('c.DAT', third);
    const without = await sums();
    const id = await importOne('b.DAT', second);
    const undone = await undoFile(test.database, id, null);
    expect(undone).toMatchObject({ removed: 1, restored: 0, kept: 1 });
    expect(await sums()).toEqual(without);
    expect(
      await rowsOf(
        test.database,
        `select message from import_log where file_id = ${id} and message like '%newer and stays%'`,
      ),
    ).toEqual([{ message: 'Undone; nothing changes: line 2 of c.DAT is newer and stays.' }]);
  });

  it('keeps a sale that a person or an analysis works with, and says so', async () => {
    const id = await importOne('b.DAT', second);
    await rowsOf(
      test.database,
      'update sale set suitable = true, updated_by = 1 where property_id = 4000001',
    );
    await rowsOf(
      test.database,
      "insert into analysis (sale_id, district_code) select id, '001' from sale where property_id = 4000002",
    );
    expect(await undoFile(test.database, id, null)).toMatchObject({ removed: 0, kept: 2 });
    expect(await rowsOf(test.database, 'select count(*)::integer as n from sale')).toEqual([{ n: 2 }]);
    expect(
      await rowsOf(test.database, "select severity from import_log where message like '%the sale stays%'"),
    ).toHaveLength(2);
  });

  it('lets the same bytes be imported again', async () => {
    const id = await importOne('a.DAT', first);
    const before = await sums();
    await undoFile(test.database, id, null);
    expect(await importOf(test.database, { 'a.DAT': first })).toMatchObject({ files: [{ state: 'done' }] });
    expect(await sums()).toEqual(before);
  });

  it('is refused for a file that is not in force', async () => {
    const id = await importOne('a.DAT', first);
    await undoFile(test.database, id, null);
    await expect(undoFile(test.database, id, null)).rejects.toThrow(`File ${id} (a.DAT) is undone`);
    await expect(undoFile(test.database, 999, null)).rejects.toThrow('There is no imported file 999.');
  });
});

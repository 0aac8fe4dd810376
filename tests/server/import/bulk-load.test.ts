import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seededRandom, weeks } from '#scripts/import/kill-rounds.ts';
import { settleIndexes } from '#server/import/bulk-load.ts';
import { tableChecksums } from '#server/import/checksums.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { importOf, rowsOf } from './import-of.ts';
import { psiText, saleLine } from './psi-text.ts';

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
    expect(summary.slower).toEqual([]);
    expect(await definitions(test)).toEqual(before);
  });

  it('tells the planner of tables that are mostly new, and leaves the others to the database', async () => {
    await importOf(test.database, many);
    const known = `select count(*)::integer as n from pg_stats
      where tablename in ('sale', 'property', 'sale_received', 'import_log') and attname = 'district_code'`;
    expect(await rowsOf(test.database, known)).toEqual([{ n: 4 }]);
    const told = (records: number) => test.database.owner((client) => settleIndexes(client, records));
    expect(await told(6000)).toEqual(
      expect.arrayContaining(['sale', 'property', 'legal_lot', 'sale_received', 'import_log']),
    );
    expect(await told(10)).toEqual([]);
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
      const { slower } = await importOf(read.database, many);
      const reason = 'Somebody read the sales or properties for longer than an import waits.';
      expect(slower).toEqual([{ way: 'row by row', files: 12, reason }]);
    });
    expect(await sums(read)).toEqual(await sums(test));
    // Nothing is left for the next search or save to put into the indexes.
    for (const index of ['sale_address', 'property_address'])
      expect(
        await rowsOf(read.database, `select gin_clean_pending_list('${index}')::integer as pages`),
      ).toEqual([{ pages: 0 }]);
  });

  it('takes a property that moved to the district that took its council over along with what hangs on it', async () => {
    await importOf(test.database, {
      'a.DAT': psiText([saleLine(), 'C;001;4000001;1;20220110 02:02;1/1234;']),
    });
    // A key of the tables it works on that carries the district of a property on.
    await rowsOf(
      test.database,
      'alter table legal_lot add column district_code text, add column synthetic boolean',
    );
    await rowsOf(test.database, "update legal_lot set district_code = '001', synthetic = false");
    await rowsOf(
      test.database,
      `alter table legal_lot add constraint moved foreign key (property_id, district_code, synthetic)
       references property (id, district_code, synthetic) on update cascade`,
    );
    await rowsOf(
      test.database,
      `insert into property_value (property_id, district_code, base_date, land_value, synthetic)
       values (4000001, '001', '2022-07-01', 100000, false)`,
    );
    const moved = psiText(
      [saleLine({ dealing: 'AR2' }, '002'), 'C;002;4000001;1;20220110 02:02;1/1234;'],
      '20220210 02:01',
      '002',
    );
    const { slower } = await importOf(test.database, { 'b.DAT': moved, ...many });
    expect(slower).toEqual([]);
    const at = (table: string, id: string) =>
      rowsOf(test.database, `select district_code from ${table} where ${id} = 4000001`);
    for (const [table, id] of [
      ['property', 'id'],
      ['legal_lot', 'property_id'],
      ['property_value', 'property_id'],
    ] as const)
      expect(await at(table, id), table).toEqual([{ district_code: '002' }]);
  });

  it('says so, and takes all, where the database refuses it without its indexes', async () => {
    await rowsOf(
      test.database,
      `create function needs_index() returns trigger language plpgsql as $$ begin
         if to_regclass('sale_address') is null then raise exception 'No index'; end if; return null; end $$`,
    );
    await rowsOf(
      test.database,
      'create trigger needs_index after insert on sale for each statement execute function needs_index()',
    );
    const { slower, counts } = await importOf(test.database, many);
    expect(counts.read).toBe(6000);
    const reason = 'The database refused it: No index. Each part was taken.';
    expect(slower).toEqual([{ way: 'apart', files: 12, reason }]);
  });
});

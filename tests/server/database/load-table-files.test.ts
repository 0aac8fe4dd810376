import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionSettings } from '#server/database/pool.ts';
import { loadTableFiles, makeSchema } from '#server/database/restore.ts';
import { type TableFile, tableFiles, tableLines } from '#server/database/table-files.ts';
import { choice } from '#server/modules/valuationfile/contents.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { withClient } from '#tests/support/database-server.ts';

async function linesOf(client: pg.ClientBase, file: TableFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of tableLines(client, file, () => {})) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('tables of a data set, loaded into a database of their own', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase({ demo: true });
    // What files brought, which the demo has none of.
    await test.database.owner((client) =>
      client.script(`
        insert into import_file (name) values ('values.csv');
        insert into received_land_value (property_id, district_code, synthetic, base_date, land_value, file_id, line_no, fate)
          select p.id, p.district_code, p.synthetic, '2025-07-01', 500000, f.id, 1, 'same'
          from (select * from property where synthetic order by id limit 3) p, (select max(id) as id from import_file) f`),
    );
  });
  afterAll(() => test.drop());

  it.each([false, true])('have the rows that they had (indexes made behind them: %s)', async (many) => {
    const target = await createEmptyDatabase();
    const found = await withClient(test.url, async (client) => {
      await client.query(sessionSettings);
      const { rows: migrations } = await client.query(
        'select number, name, checksum from migration order by number',
      );
      const files = await tableFiles(client, true, choice);
      const { rows: follows } = await client.query<{ table: string }>(
        `select distinct c.relname as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
         where not t.tgisinternal and t.tgtype & 6 = 4 and t.tgname not like 'noted%'`,
      );
      const before = new Map<string, string>();
      for (const file of files) before.set(file.table, String(await linesOf(client, file)));
      const empty = follows.filter(({ table }) => (before.get(table) ?? '').trim().split('\n').length < 2);
      const others = await withClient(target.url, async (copy) => {
        await copy.query(sessionSettings);
        await makeSchema(copy, migrations, () => {});
        await loadTableFiles(
          copy,
          files.map((file) => ({
            ...file,
            bytes: async function* () {
              yield Buffer.from(before.get(file.table) ?? '');
            },
          })),
          many ? { told: () => {} } : null,
        );
        const different: string[] = [];
        for (const file of files)
          if (String(await linesOf(copy, file)) !== before.get(file.table)) different.push(file.table);
        return different;
      });
      return { tables: files.length, empty: empty.map(({ table }) => table), others };
    });
    await target.drop();
    expect(found.tables).toBeGreaterThan(80);
    expect(found.others).toEqual([]);
    // Where others follow from a row that is new, there must be one.
    expect(found.empty).toEqual([]);
  });
});

// Which texts of the large lists are sorted by their characters: those whose table has an index in that order, no others.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderBy } from '#server/database/json-page.ts';
import { pageColumns } from '#server/records/record-fields.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

/** Columns of text by which an index of the table begins, in the database's own order. */
async function indexed(table: string): Promise<readonly string[]> {
  const { rows } = await server.database.owner((client) =>
    client.query<{ column: string }>(
      `select distinct a.attname::text as column
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
         join pg_collation l on l.oid = i.indcollation[0]
       where i.indrelid = $1::regclass and m.amname = 'btree' and i.indpred is null and l.collprovider = 'd'
       order by 1`,
      [table],
    ),
  );
  return rows.map(({ column }) => column);
}

it('sorts by characters what an index of the table has in that order, and no other text', async () => {
  const { entities } = server.context.definitions.current();
  const large = [...entities.values()].filter(({ scope }) => scope === 'district');
  expect(large.length).toBeGreaterThanOrEqual(3);
  const wrong: object[] = [];
  for (const { record, fields } of large) {
    const carried = await indexed(record.table);
    const texts = Object.values(fields).filter(({ type }) => type === 'text');
    const plain = texts.filter(({ order }) => order === 'plain').map(({ id }) => id);
    const wanted = texts.map(({ id }) => id).filter((id) => carried.includes(id));
    if (plain.toSorted().join() !== wanted.toSorted().join())
      wrong.push({ list: record.list, plain: plain.toSorted(), wanted: wanted.toSorted() });
  }
  expect(wrong).toEqual([]);
});

it('leaves the order of such an index to the index', () => {
  const { fields } = server.context.definitions.entityOfList('sales') ?? { fields: {} };
  const columns = new Map(pageColumns(Object.values(fields)).map((column) => [column.id, column]));
  expect(orderBy(columns, ['dealing_number', '-house_number', 'purchase_price'], 'id')).toBe(
    ' order by "dealing_number" nulls last, "house_number"::text collate natural_order desc nulls last, "purchase_price" nulls last, "id"',
  );
});

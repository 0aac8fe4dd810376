import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestApp({ screens });
  await addSales(server.database);
  token = await server.tokenOf('admin');
});
afterAll(() => server.close());

const count = async (criteria: readonly object[], by = token) =>
  server.call('POST', '/sales/count', { token: by, body: { criteria } });
const inSuburb = { fld: 'suburb', op: 'contains', val: 'BETA' };

describe('a count of what criteria find', () => {
  it('is that of the search, of the districts that the person may see, and keeps nothing', async () => {
    expect((await count([])).json).toEqual({ count: 6, more: false });
    const body = { searchType: 'simple', criteria: [inSuburb] };
    const found = (await count([inSuburb])).json;
    expect(found).toEqual({ count: 2, more: false });
    expect((await server.call('GET', '/search/recent?list=sales', { token })).json.items).toEqual([]);
    const { hash } = (await server.call('POST', '/sales/search', { token, body })).json;
    const { total } = (await server.call('POST', '/sales/3/neighbours', { token, body: { hash, at: 1 } }))
      .json;
    expect(total).toBe(found.count);
    await server.addUser('dora', 'viewer', ['002']);
    expect((await count([], await server.tokenOf('dora'))).json).toEqual({ count: 2, more: false });
  });

  it('is refused for a field that may not be searched by', async () => {
    const { status, json } = await count([{ fld: 'whatever', op: 'eq', val: 1 }]);
    expect([status, json.code]).toEqual([400, 'unknown-field']);
  });

  it('says that it took too long, rather than keeping whoever types waiting', async () => {
    const answer = await server.database.owner(async (client) => {
      await client.query('begin');
      await client.query('lock table sale in access exclusive mode');
      const { json } = await count([inSuburb]);
      await client.query('rollback');
      return json;
    });
    expect(answer).toEqual({ count: null, more: false });
  });

  it('goes no further than ten thousand', async () => {
    await server.database.owner((client) =>
      client.query(
        `insert into sale (source, district_code, purchase_price, suburb, synthetic)
         select 'USER', '001', 100000 + n, 'MANY', false from generate_series(1, 10001) n`,
      ),
    );
    const many = { fld: 'suburb', op: 'eq', val: 'many' };
    expect((await count([many])).json).toEqual({ count: 10_000, more: true });
    const all = { fld: 'purchase_price', op: 'between', val: [100_002, 110_001] };
    expect((await count([many, all])).json).toEqual({ count: 10_000, more: false });
  });
});

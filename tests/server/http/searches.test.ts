import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';

let server: TestServer;
let otto: string;
let vera: string;
beforeAll(async () => {
  server = await startTestApp({ screens });
  await addSales(server.database);
  await server.addUser('otto', 'office', '*');
  await server.addUser('vera', 'viewer', '*');
  [otto, vera] = [await server.tokenOf('otto'), await server.tokenOf('vera')];
});
afterAll(() => server.close());

const search = async (token: string, val: string): Promise<string> =>
  (
    await server.call('POST', '/sales/search', {
      token,
      body: { searchType: 'simple', isRecent: true, criteria: [{ fld: 'suburb', op: 'contains', val }] },
    })
  ).json.hash;
const keep = (token: string, hash: string, body: object) =>
  server.call('PUT', `/search/${hash}`, { token, body });
const list = async (token: string, which: 'recent' | 'favourites') =>
  (await server.call('GET', `/search/${which}?list=sales`, { token })).json.items as {
    hash: string;
    name: string | null;
    favourite: boolean;
    text: string;
  }[];
const hashes = async (token: string, which: 'recent' | 'favourites') =>
  (await list(token, which)).map(({ hash }) => hash);

describe('searches that are kept', () => {
  it('are favourites of the one who keeps them, by name', async () => {
    const [b, a] = [await search(otto, 'BETA'), await search(otto, 'ALPHA')];
    expect((await keep(otto, b, { name: ' Zeta ', favourite: true })).json).toMatchObject({
      name: 'Zeta',
      favourite: true,
      text: 'Suburb contains BETA.',
    });
    await keep(otto, a, { name: 'Alpha', favourite: true });
    expect((await list(otto, 'favourites')).map(({ name }) => name)).toEqual(['Alpha', 'Zeta']);
    expect(await list(vera, 'favourites')).toEqual([]);
    await keep(otto, a, { favourite: false });
    expect(await hashes(otto, 'favourites')).toEqual([b]);
    expect(await hashes(otto, 'recent')).toEqual([a, b]);
  });

  it('are favourites of all lists at once, each with its list', async () => {
    const { hash } = (
      await server.call('POST', '/properties/search', {
        token: otto,
        body: {
          searchType: 'simple',
          isRecent: true,
          criteria: [{ fld: 'suburb', op: 'contains', val: 'LOT' }],
        },
      })
    ).json;
    await keep(otto, hash, { name: 'Lots', favourite: true });
    const { items } = (await server.call('GET', '/search/favourites', { token: otto })).json;
    const lists = items.map(({ list: of, name }: { list: string; name: string | null }) => `${of} ${name}`);
    expect(lists).toEqual(['properties Lots', 'sales Zeta']);
  });

  it('keep what a change does not name, and lose a name that is empty', async () => {
    const hash = await search(otto, 'GAMMA');
    await keep(otto, hash, { name: 'Gamma', favourite: true });
    expect((await keep(otto, hash, { name: '  ' })).json).toMatchObject({ name: null, favourite: true });
  });

  it('of somebody else become one of the own, without a change to theirs', async () => {
    const hash = await search(otto, 'DELTA');
    await keep(otto, hash, { name: 'Mine' });
    expect((await keep(vera, hash, { favourite: true })).json).toMatchObject({ name: null, favourite: true });
    expect((await server.call('GET', `/search/${hash}`, { token: otto })).json).toMatchObject({
      name: 'Mine',
      favourite: false,
    });
  });

  it('go off the lists when they are forgotten, and their result can still be opened', async () => {
    const hash = await search(otto, 'OMEGA');
    await keep(otto, hash, { favourite: true });
    expect((await server.call('DELETE', `/search/${hash}`, { token: otto })).status).toBe(204);
    expect(await hashes(otto, 'recent')).not.toContain(hash);
    expect(await hashes(otto, 'favourites')).not.toContain(hash);
    expect((await server.call('GET', `/search/${hash}`, { token: otto })).status).toBe(200);
    expect((await server.call('DELETE', `/search/${hash}`, { token: vera })).status).toBe(404);
  });

  it('are refused without the right to see the list, and where there is none', async () => {
    const hash = await search(otto, 'SIGMA');
    await server.addUser('nora', 'viewer', '*');
    await server.database.owner((client) =>
      client.query(`delete from user_role where user_id = (select id from app_user where username = 'nora')`),
    );
    const nora = await server.tokenOf('nora');
    expect((await keep(nora, hash, { favourite: true })).status).toBe(403);
    expect((await server.call('GET', '/search/favourites?list=sales', { token: nora })).status).toBe(403);
    expect((await server.call('GET', '/search/favourites', { token: nora })).json.items).toEqual([]);
    expect((await keep(otto, 'x'.repeat(24), { favourite: true })).status).toBe(404);
    expect((await keep(otto, hash, {})).status).toBe(400);
  });
});

describe('the neighbours of a record in a result', () => {
  /** What is asked is written as the address of a record's page has it. */
  const asked = (token: string, id: number, text: string, more: object = {}) => {
    const { at, ...query } = Object.fromEntries(new URLSearchParams(text));
    return server.call('POST', `/sales/${id}/neighbours`, {
      token,
      body: { ...query, at: Number(at), ...more },
    });
  };
  const neighbours = async (token: string, id: number, hash: string, query: string) =>
    (await asked(token, id, `hash=${hash}&${query}`)).json;
  const all = () => search(otto, 'A');

  it('stand before and after it in the order and under the text of the result', async () => {
    const hash = await all();
    expect(await neighbours(otto, 2, hash, 'at=2&sort=id')).toEqual({
      total: 6,
      at: 2,
      previous: 1,
      next: 3,
    });
    const dear = 'sort=-purchase_price';
    expect(await neighbours(otto, 4, hash, `at=1&${dear}`)).toEqual({
      total: 6,
      at: 1,
      previous: null,
      next: 6,
    });
    expect(await neighbours(otto, 1, hash, `at=6&${dear}`)).toEqual({
      total: 6,
      at: 6,
      previous: 2,
      next: null,
    });
    expect(await neighbours(otto, 6, hash, 'at=2&sort=id&find=demo')).toEqual({
      total: 2,
      at: 2,
      previous: 4,
      next: null,
    });
  });

  it('are those that are not hidden there, and the places count no others', async () => {
    const hash = await all();
    const beside = async (id: number, at: number, without: readonly number[]) =>
      (await asked(otto, id, `hash=${hash}&sort=id&at=${at}`, { without })).json;
    expect(await beside(2, 2, [3, 4])).toEqual({ total: 4, at: 2, previous: 1, next: 5 });
    expect(await beside(5, 3, [3, 4])).toEqual({ total: 4, at: 3, previous: 2, next: 6 });
    expect(await beside(3, 3, [3, 4])).toEqual({ total: 4, at: null, previous: 2, next: 5 });
    expect(await beside(2, 2, [])).toEqual({ total: 6, at: 2, previous: 1, next: 3 });
  });

  it('are found where the result has changed since: by its new place, or by the place that it left', async () => {
    const hash = await all();
    expect(await neighbours(otto, 5, hash, 'at=2&sort=id')).toEqual({
      total: 6,
      at: 5,
      previous: 4,
      next: 6,
    });
    const beta = await search(otto, 'BETA');
    // Sale 5 was the second of a result that has 3 and 4 now.
    expect(await neighbours(otto, 5, beta, 'at=2&sort=id')).toEqual({
      total: 2,
      at: null,
      previous: 3,
      next: 4,
    });
  });

  it('are those that the reader may see, whoever searched', async () => {
    const hash = await all();
    await server.addUser('dora', 'viewer', ['002']);
    const dora = await server.tokenOf('dora');
    expect(await neighbours(dora, 5, hash, 'at=5&sort=id')).toEqual({
      total: 2,
      at: 1,
      previous: null,
      next: 6,
    });
    const refused = async (query: string) => (await asked(dora, 5, query)).status;
    expect(await refused(`hash=${hash}&at=1&sort=nothing`)).toBe(400);
    expect(await refused('hash=none&at=1')).toBe(404);
  });

  it('are kept, but for the oldest of too many that have no name', async () => {
    await server.database.owner((client) =>
      client.query(
        `insert into search (hash, owner_id, list, search_type, criteria, is_recent, used_at, name)
         select 'old' || i, u.id, 'sales', 'full', '[]', false, now() - interval '1 day' - make_interval(secs => i),
           case when i = 5001 then 'Kept' end
         from generate_series(1, 5001) i, app_user u where u.username = 'vera'`,
      ),
    );
    await search(vera, 'NEWEST');
    const { rows } = await server.database.owner((client) =>
      client.query<{ n: number; oldest: boolean; named: boolean }>(
        `select count(*)::integer as n, bool_or(hash = 'old5000') as oldest, bool_or(hash = 'old5001') as named
         from search where owner_id = (select id from app_user where username = 'vera') and (hash like 'old%')`,
      ),
    );
    expect(rows[0]).toMatchObject({ oldest: false, named: true });
    expect(rows[0]?.n).toBeLessThanOrEqual(5_000);
  });
});

describe('records like one', () => {
  it('are counted beside it by what the type says, and the search of each finds just so many', async () => {
    await server.database.owner((client) =>
      client.query(
        `update sale set component_code = 'AAA', area = case id when 1 then 600 when 2 then 749 else 751 end
         where id in (1, 2, 3)`,
      ),
    );
    const { items } = (await server.call('GET', '/sales/1/related', { token: otto })).json;
    const alike = items.filter(({ alike }: { alike?: boolean }) => alike === true);
    expect(
      alike.map(({ fieldTitle, count }: { fieldTitle: string; count: number }) => [fieldTitle, count]),
    ).toEqual([
      ['same street', 1],
      ['same suburb', 2],
      ['same component', 3],
      ['same component, area within 25 %', 2],
    ]);
    for (const { criteria, count } of alike) {
      const body = { searchType: 'full', isRecent: false, criteria };
      const { hash } = (await server.call('POST', '/sales/search', { token: otto, body })).json;
      const found = await server.call('POST', '/sales/1/neighbours', { token: otto, body: { hash, at: 1 } });
      expect([criteria, found.json.total]).toEqual([criteria, count]);
    }
    // As few as stand side by side are named by their numbers.
    expect(alike.map(({ ids }: { ids?: readonly number[] }) => ids?.length ?? 0)).toEqual([0, 2, 3, 2]);
    const { ids } = alike[2];
    const beside = await server.call('GET', `/sales/compare?ids=${ids.join()}`, { token: otto });
    expect(
      beside.json.items.map(({ id, component_code: code }: { id: number; component_code: string }) => [
        id,
        code,
      ]),
    ).toEqual([
      [1, 'AAA'],
      [2, 'AAA'],
      [3, 'AAA'],
    ]);
    // Nothing is like what is not known.
    const other = (await server.call('GET', '/sales/5/related', { token: otto })).json.items;
    expect(
      other
        .filter(({ alike }: { alike?: boolean }) => alike === true)
        .map(({ fieldTitle }: { fieldTitle: string }) => fieldTitle),
    ).toEqual(['same street', 'same suburb']);
  });
});

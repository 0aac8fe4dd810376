// Maps by their address: what one shows is a search, run again with the rights of whoever opens it.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestApp({
    screens: {
      'screens/found.json': {
        format: 1,
        id: 'found',
        route: '/found/:uuid',
        title: 'Found',
        needs: 'propV',
        params: [{ id: 'uuid', in: 'route', type: 'text' }],
        data: { found: { records: 'properties', hash: '{params.uuid}' } },
        blocks: [{ id: 'rows', type: 'grid', data: 'found', columns: [{ id: 'id' }], rowKey: 'id' }],
      },
    },
  });
  await server.database.owner((client) =>
    client.script(`
      insert into property (id, district_code, suburb, synthetic, lat, lon) values
        (1, '001', 'ALPHA', true, -33.1, 151.1), (2, '001', 'BETA', true, -33.2, 151.2),
        (3, '002', 'ALPHA', true, -33.3, 151.3), (4, '001', 'ALPHA', true, null, null)`),
  );
  for (const [name, role, districts] of [
    ['both', 'valuer', ['001', '002']],
    ['one', 'valuer', ['001']],
    ['two', 'valuer', ['002']],
  ] as const) {
    await server.addUser(name, role, districts);
    tokens[name] = await server.tokenOf(name);
  }
});
afterAll(() => server?.close());

const as = (who: string) => ({ token: tokens[who] ?? null });
const open = (body: object, who = 'both') => server.call('POST', '/properties/maps', { ...as(who), body });
const get = (uuid: string, who = 'both') => server.call('GET', `/maps/${uuid}`, as(who));
const searchOf = async (suburb: string) =>
  (
    await server.call('POST', '/properties/search', {
      ...as('both'),
      body: { searchType: 'full', criteria: [{ fld: 'suburb', op: 'eq', val: suburb }] },
    })
  ).json.hash as string;
const found = async (uuid: string, who: string) => {
  const asked = await server.call('GET', `/search/${uuid}`, as(who));
  return asked.json;
};

describe('a map', () => {
  it('of a search shows that search to whoever may see something of it, and lasts when the search is gone', async () => {
    const { json } = await open({ hash: await searchOf('ALPHA'), title: 'Alpha' });
    await server.database.owner((client) => client.query('delete from search'));
    for (const who of ['both', 'one', 'two'])
      expect((await get(json.uuid, who)).json).toEqual({
        uuid: json.uuid,
        list: 'properties',
        title: 'Alpha',
        text: expect.stringContaining('ALPHA'),
      });
    expect(await found(json.uuid, 'one')).toMatchObject({ hash: json.uuid, list: 'properties' });
  });

  it('of chosen records is not there for whom none of them is', async () => {
    const { json } = await open({ ids: [2, 3] });
    expect((await get(json.uuid, 'one')).status).toBe(200);
    const only = (await open({ ids: [2] })).json.uuid as string;
    expect((await get(only, 'two')).json).toMatchObject({ status: 404, code: 'not-found' });
  });

  it('takes from one id to 50,000, and shows of them what is there for whoever looks', async () => {
    expect((await open({ ids: [] })).json).toMatchObject({ status: 422, errors: [{ pointer: '/hash' }] });
    const shown = async (ids: readonly number[], who: string) => {
      const { json } = await open({ ids });
      const answer = await server.call('POST', '/query', {
        ...as(who),
        body: { screen: 'found', source: 'found', params: { uuid: json.uuid } },
      });
      return answer.json.total;
    };
    expect(await shown([1], 'one')).toBe(1);
    // Of fifty thousand four are properties; two of them lie in the other district.
    const many = Array.from({ length: 50_000 }, (_, i) => i + 1);
    expect([await shown(many, 'both'), await shown(many, 'one'), await shown(many, 'two')]).toEqual([
      4, 3, 1,
    ]);
    const tooMany = await open({ ids: [...many, 50_001] });
    expect([tooMany.status, tooMany.json.errors[0].pointer]).toEqual([400, '/ids']);
    for (const ids of [[0], [-1], [1.5], ['1']])
      expect([ids, (await open({ ids })).status]).toEqual([ids, 400]);
  });

  it('that nobody opened is not found, whatever stands in its address', async () => {
    for (const uuid of [randomUUID(), 'x', `${randomUUID()}0`, await searchOf('BETA')])
      expect((await get(uuid)).json).toMatchObject({ status: 404, code: 'not-found' });
  });

  it('is of a list whose records have a place, and of something', async () => {
    const supps = await server.call('POST', '/supps/maps', { ...as('both'), body: { ids: [1] } });
    expect(supps.json).toMatchObject({ status: 422, code: 'refused' });
    expect((await open({})).json).toMatchObject({
      status: 422,
      errors: [{ pointer: '/hash', message: 'Give a search, or the records that the map is to show.' }],
    });
    expect((await open({ hash: 'a'.repeat(20) })).status).toBe(404);
    const sales = await server.call('POST', '/sales/search', {
      ...as('both'),
      body: { searchType: 'full', criteria: [] },
    });
    expect((await open({ hash: sales.json.hash })).status).toBe(404);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let admin: string;
let vera: string;
let otto: string;
beforeAll(async () => {
  server = await startTestApp();
  await server.database.owner(async (client) => {
    await client.query(`insert into property (id, district_code, hnum1, street_name, suburb)
      values (1, '001', '7', 'HIGH ST', 'ALPHA'), (2, '002', '7', 'HIGH ST', 'BETA')`);
    await client.query(`insert into sale (district_code, dealing_number, house_number, street_name, suburb)
      values ('001', 'A1', '7', 'HIGH ST', 'ALPHA')`);
  });
  await server.addUser('vera', 'viewer', ['001']);
  await server.addUser('otto', 'office', ['001']);
  [admin, vera, otto] = [
    await server.tokenOf('admin'),
    await server.tokenOf('vera'),
    await server.tokenOf('otto'),
  ];
});
afterAll(() => server.close());

const get = async (path: string, token = admin) => (await server.call('GET', path, { token })).json;

describe('reference lists', () => {
  it('stand active first, land uses by their number whatever else is said of their order', async () => {
    await server.database.owner((client) =>
      client.query(`insert into reference_item (list, code, name, posn, active) values
        ('landuse', '100', 'Hundred', 1, true), ('landuse', '20', 'Twenty', 99, true), ('landuse', '15', 'Gone', 0, false)`),
    );
    const items = await get('/ref/landuse?active=all');
    const codes = items
      .filter((item: { active: boolean }) => item.active)
      .map((item: { code: string }) => item.code);
    expect(codes).toEqual([...codes].sort((a, b) => Number(a) - Number(b)));
    expect(codes.slice(-2)).toEqual(['20', '100']);
    expect(items.at(-1)).toMatchObject({ code: '15', active: false });
  });

  it('have one list of valuers under all its names', async () => {
    await server.database.owner((client) =>
      client.query(`update app_user set valuer = true where username = 'otto'`),
    );
    const names = ['vlstS', 'vlstA', 'vlstC', 'vlstW', 'valuer all', 'valuers'];
    const lists = await get(`/ref/lists?which=${encodeURIComponent(names.join(','))}`);
    expect(Object.keys(lists)).toEqual(names);
    for (const name of names) {
      expect(lists[name]).toMatchObject([{ name: 'otto', active: true }]);
      expect(await get(`/ref/${encodeURIComponent(name)}?active=all`)).toEqual(lists[name]);
    }
  });

  it('are answered beside a name that is none', async () => {
    const ask = (names: readonly string[]) => get(`/ref/lists?which=${encodeURIComponent(names.join(','))}`);
    const both = await ask(['landuse', 'districts']);
    for (const name of ['nowhere', '__proto__', 'constructor', 'a b', "x' or 1=1", 'x'.repeat(900)])
      expect(await ask(['landuse', name, 'districts']), name).toEqual(both);
    expect(await ask(['nowhere'])).toMatchObject({
      status: 404,
      message: 'There is no reference list "nowhere".',
    });
  });

  it('have items that are saved as they were read, with the values that only this list has', async () => {
    const [item] = await get('/ref/riskrating?active=all');
    expect(item.extra).toMatchObject({ verify_every_years: 1 });
    const path = `/ref/riskrating/${item.id}`;
    const save = (body: object) => server.call('PUT', path, { token: otto, body });
    const same = await save(item);
    expect([same.status, same.json]).toEqual([200, item]);
    expect(await save({ ...item, id: item.id + 1 })).toMatchObject({ status: 422 });
    const extra = {
      ...item.extra,
      verify_every_years: 2,
      note: 'Twice',
      tags: ['a', 5],
      open: true,
      gone: null,
    };
    expect((await save({ ...item, extra })).json).toEqual({ ...item, extra, version: item.version + 1 });
    expect((await get(path)).extra).toEqual(extra);
    const { rows } = await server.database.owner((client) =>
      client.query(
        `select fields -> 'extra' as extra from audit where table_name = 'reference_item' and row_id = $1 order by id desc limit 1`,
        [item.id],
      ),
    );
    expect(rows[0]?.extra).toEqual({ old: item.extra, new: extra });
    const version = item.version + 1;
    for (const [wrong, pointer] of [
      [5, '/extra'],
      [{ a: { deep: true } }, '/extra/a'],
      [{ a: 'x'.repeat(2_001) }, '/extra/a'],
      [{ a: Array.from({ length: 101 }, () => 1) }, '/extra/a'],
      [{ 'a.b': 1 }, '/extra'],
      [{ [`n${'n'.repeat(63)}`]: 1 }, '/extra'],
      [Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`n${i}`, i])), '/extra'],
    ]) {
      const { status, json } = await save({ version, extra: wrong });
      expect([status, json.errors?.[0]?.pointer], JSON.stringify(wrong).slice(0, 60)).toEqual([400, pointer]);
    }
    const emptied = await save({ version, extra: null });
    expect([emptied.status, emptied.json.extra ?? {}]).toEqual([400, {}]);
    expect((await save({ version, extra: {} })).json.extra).toEqual({});
    const made = await server.call('POST', '/ref/riskrating', {
      token: otto,
      body: { code: '9-NEW', name: 'New', extra: { level: 9 } },
    });
    expect([made.status, made.json.extra]).toEqual([201, { level: 9 }]);
    const plain = await server.call('POST', '/ref/riskrating', {
      token: otto,
      body: { code: '9-NO', name: 'No' },
    });
    expect([plain.status, plain.json.extra]).toEqual([201, {}]);
  });

  it('tell a conflict with the current state, and are forced by saying so', async () => {
    const [item] = await get('/ref/landuse?active=all');
    const save = (body: object) => server.call('PUT', `/ref/landuse/${item.id}`, { token: otto, body });
    expect((await save({ version: item.version, name: 'First' })).status).toBe(200);
    const conflict = await save({ version: item.version, name: 'Second' });
    expect(conflict.json).toMatchObject({
      status: 409,
      message: 'otto has changed this item since you opened it.',
      current: { id: item.id, name: 'First', version: item.version + 1 },
    });
    const forced = await save({ version: item.version, name: 'Second', __forceUpdate__: true });
    expect(forced.json).toMatchObject({ name: 'Second', version: item.version + 2 });
    expect(
      (await server.call('PUT', `/ref/landuse/${item.id}`, { token: vera, body: { version: 3, name: 'x' } }))
        .status,
    ).toBe(403);
  });

  it('have items that are read and deleted by their number', async () => {
    const path = '/ref/landuse';
    const { json } = await server.call('POST', path, { token: otto, body: { code: '77', name: 'To go' } });
    expect(await get(`${path}/${json.id}`, vera)).toMatchObject({ id: json.id, code: '77', name: 'To go' });
    const remove = (token: string, version: number) =>
      server.call('DELETE', `${path}/${json.id}?version=${version}`, { token });
    expect((await remove(vera, 1)).status).toBe(403);
    expect((await remove(otto, 9)).status).toBe(409);
    expect((await remove(otto, 1)).status).toBe(204);
    for (const method of ['GET', 'DELETE'])
      expect((await server.call(method, `${path}/${json.id}`, { token: otto })).status).toBe(404);
  });
});

describe('the quick search', () => {
  it('finds an id among the types that the user may see', async () => {
    const found = await get('/search/quick?term=1');
    expect(found.type).toBe(found.items[0].type);
    expect(found.items.map(({ type }: { type: string }) => type).sort()).toEqual(['PR', 'SA']);
    for (const item of found.items)
      expect(item).toMatchObject({ id: 1, blurb: expect.stringContaining('HIGH ST') });
    expect(await get('/search/quick?term=2', vera)).toEqual({ type: 'PR', items: [] });
    expect(await get('/search/quick?term=987654')).toEqual({ type: 'PR', items: [] });
  });

  it('suggests addresses of the user’s districts, and resolves one to its property', async () => {
    const { type, items } = await get('/search/quick?term=high%207', vera);
    expect([type, items.map(({ id }: { id: number }) => id)]).toEqual(['address', [1]]);
    expect(await get(`/search/pid?address=${encodeURIComponent(items[0].address)}`, vera)).toEqual({
      pid: 1,
    });
    const other = (await get('/search/quick?term=beta')).items[0].address;
    expect(await get(`/search/pid?address=${encodeURIComponent(other)}`, vera)).toEqual({ pid: null });
    expect(await get('/search/quick?term=%20', vera)).toEqual({ type: 'address', items: [] });
    for (const term of ['%25', '_', "x' or 1=1 --"])
      expect((await get(`/search/quick?term=${encodeURIComponent(term)}`, vera)).items).toEqual([]);
  });

  it('puts first what a person means by "12 GEORGE", in quick search and in pickers alike', async () => {
    await server.database.owner((client) =>
      client.query(`insert into property (id, district_code, unit_number, hnum1, hnum1_suffix, street_name, suburb)
        values (21, '005', null, 112, null, 'GEORGE ST', 'DELTA'), (22, '005', '3', 12, null, 'GEORGE ST', 'DELTA'),
          (23, '005', null, 12, null, 'GEORGETOWN RD', 'DELTA'), (24, '005', null, 12, null, 'GEORGE ST', 'DELTA'),
          (25, '005', null, 12, 'A', 'GEORGE ST', 'DELTA'), (26, '005', null, 3120, null, 'OLD GEORGE ST', 'DELTA'),
          (27, '005', null, 12, null, 'HIGH ST', 'GEORGE TOWN')`),
    );
    const meant = [24, 22, 23, 27, 25, 21, 26];
    const found = (await get('/search/quick?term=12%20george')).items;
    expect(found.map(({ id }: { id: number }) => id)).toEqual(meant);
    const picked = (await get('/properties/lookup?text=12%20george')).items;
    expect(picked.map(({ id }: { id: number }) => id)).toEqual(meant);
  });
});

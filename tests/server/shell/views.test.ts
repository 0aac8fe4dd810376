import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let otto: string;
let carla: string;
let vera: string;
beforeAll(async () => {
  server = await startTestApp();
  await server.addUser('otto', 'valuer', ['001']);
  // May change what is for all.
  await server.addUser('carla', 'contractor', ['002']);
  await server.addUser('vera', 'viewer', '*');
});
beforeEach(async () => {
  server.wait(60_000);
  [otto, carla, vera] = [
    await server.tokenOf('otto'),
    await server.tokenOf('carla'),
    await server.tokenOf('vera'),
  ];
  await server.database.owner((client) => client.query('delete from grid_view'));
});
afterAll(() => server.close());

const layout = {
  base: 'values',
  columns: ['id', 'suburb'],
  titles: ['PID', 'Suburb'],
  widths: [null, 210],
  frozen: 'id',
  sort: ['-suburb'],
  group: ['suburb'],
  filter: null,
};
const create = (token: string, more: object = {}) =>
  server.call('POST', '/views', {
    token,
    body: { screen: 'found', block: 'rows', name: 'Mine', layout, request_id: randomUUID(), ...more },
  });
const save = (token: string, id: number, body: object) => server.call('PUT', `/views/${id}`, { token, body });
const remove = (token: string, id: number, version = 1) =>
  server.call('DELETE', `/views/${id}?version=${version}`, { token });
const names = async (token: string, screen = 'found') =>
  (await server.call('GET', `/views?screen=${screen}`, { token })).json.items.map(
    ({ name }: { name: string }) => name,
  );

describe('saved views', () => {
  it('come back as they were saved, on their page', async () => {
    const made = await create(otto, { name: ' Prices ' });
    expect(made.json).toMatchObject({ name: 'Prices', sharing: 'own', mine: true, version: 1, layout });
    const listed = await server.call('GET', '/views?screen=found', { token: otto });
    expect(listed.json.items).toEqual([made.json]);
    expect(await names(otto, 'paper')).toEqual([]);
    const other = { ...layout, columns: ['id'], titles: ['PID'], widths: [90], group: [] };
    const saved = await save(otto, made.json.id, { version: 1, name: 'Numbers', layout: other });
    expect(saved.json).toMatchObject({ name: 'Numbers', version: 2, layout: other });
    expect((await save(otto, made.json.id, { version: 1, name: 'Late' })).status).toBe(409);
    expect((await remove(otto, made.json.id, 2)).status).toBe(204);
    expect(await names(otto)).toEqual([]);
  });

  it('are made once however often the request is repeated', async () => {
    const more = { request_id: randomUUID() };
    expect((await create(otto, more)).json.id).toBe((await create(otto, more)).json.id);
    expect(await names(otto)).toEqual(['Mine']);
  });

  it('of one person are not there for anybody else, whatever their rights', async () => {
    const { id } = (await create(otto)).json;
    expect(await names(carla)).toEqual([]);
    expect((await save(carla, id, { version: 1, name: 'Theirs' })).status).toBe(404);
    expect((await remove(carla, id)).status).toBe(404);
    expect(await names(otto)).toEqual(['Mine']);
  });

  it('for all are chosen by all and written by who has the right', async () => {
    expect((await create(otto, { sharing: 'shared' })).status).toBe(403);
    const made = await create(carla, { sharing: 'shared' });
    const listed = await server.call('GET', '/views?screen=found', { token: vera });
    expect(listed.json.items).toMatchObject([{ id: made.json.id, mine: false, owner: made.json.owner }]);
    expect(made.json.owner).toEqual(expect.any(String));
    expect((await save(otto, made.json.id, { version: 1, name: 'Theirs' })).status).toBe(403);
    expect((await remove(otto, made.json.id)).status).toBe(403);
    const own = (await create(otto)).json;
    expect((await save(otto, own.id, { version: 1, sharing: 'locked' })).status).toBe(403);
    expect((await save(carla, made.json.id, { version: 1, name: 'Ours' })).json).toMatchObject({
      name: 'Ours',
    });
    expect(await names(otto)).toEqual(['Mine', 'Ours']);
  });

  it('that are locked change by nobody before they are unlocked', async () => {
    const { id } = (await create(carla, { sharing: 'locked' })).json;
    const late = { version: 1, layout: { ...layout, group: [] } };
    expect((await save(carla, id, late)).json).toMatchObject({
      status: 422,
      message: expect.stringContaining('locked'),
    });
    expect((await save(carla, id, { version: 1, name: 'Other' })).status).toBe(422);
    expect((await remove(carla, id)).status).toBe(422);
    expect((await save(carla, id, { ...late, sharing: 'shared' })).json).toMatchObject({
      sharing: 'shared',
      version: 2,
    });
    expect((await remove(carla, id, 2)).status).toBe(204);
  });

  it('are taken back by their maker alone', async () => {
    await server.addUser('cora', 'contractor', ['002']);
    const { id } = (await create(carla, { sharing: 'shared' })).json;
    expect((await save(await server.tokenOf('cora'), id, { version: 1, sharing: 'own' })).status).toBe(422);
    expect((await save(carla, id, { version: 1, sharing: 'own' })).json).toMatchObject({ sharing: 'own' });
    expect(await names(vera)).toEqual([]);
  });

  it('have names that tell them apart', async () => {
    await create(otto);
    expect((await create(otto, { name: 'MINE ' })).json).toMatchObject({
      status: 422,
      errors: [{ pointer: '/name' }],
    });
    expect((await create(otto, { name: ' ' })).json).toMatchObject({ errors: [{ pointer: '/name' }] });
    expect((await create(otto, { block: 'others' })).status).toBe(200);
    // Somebody else's has no part in it.
    expect((await create(vera)).status).toBe(200);
    const { id } = (await create(otto, { name: 'Second' })).json;
    expect((await save(otto, id, { version: 1, name: 'mine' })).status).toBe(422);
    expect((await save(otto, id, { version: 1, name: 'SECOND' })).json).toMatchObject({ name: 'SECOND' });
  });

  it('tell the history their name and for whom they are, not what they show', async () => {
    const { id } = (await create(carla, { name: 'Told', sharing: 'shared' })).json;
    const { rows } = await server.database.owner((client) =>
      client.query<{ fields: object }>(
        "select fields from audit where table_name = 'grid_view' and row_id = $1::bigint",
        [id],
      ),
    );
    expect(rows[0]?.fields).toMatchObject({ name: { new: 'Told' }, sharing: { new: 'shared' } });
    expect(JSON.stringify(rows)).not.toContain('columns');
  });
});

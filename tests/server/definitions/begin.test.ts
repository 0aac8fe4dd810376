import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';
import { studioOf } from '#tests/support/studio.ts';

let server: TestServer;
let admin: string;
let viewer: string;
const studio = studioOf({ call: (...given) => server.call(...given) }, () => admin);

beforeAll(async () => {
  server = await startTestApp({ screens });
  await addSales(server.database);
  admin = await server.tokenOf('admin');
  await server.addUser('vera', 'viewer', ['001']);
  viewer = await server.tokenOf('vera');
});
afterAll(() => server.close());

const listed = async (path: string) =>
  (await studio.get('definitions')).json.items.find((item: { path: string }) => item.path === path);

describe('a new definition', () => {
  it.each([
    ['screen', 'report/begun', 'screens/report/begun.json'],
    ['fragment', 'begun-columns', 'screens/fragments/begun-columns.json'],
    ['action', 'begun-step', 'screens/actions/begun-step.json'],
    ['form', 'begun-form', 'schemas/forms/begun-form.json'],
    ['codes', 'begunTable', 'schemas/codes/begunTable.json'],
  ])('of kind %s begins as a draft that is right', async (kind, name, path) => {
    const begun = await studio.post('definition', { kind, name, title: 'Begun' });
    expect([begun.status, begun.json]).toEqual([200, { path }]);
    const { json } = await studio.get('definition', { path });
    expect([json.kind, json.state, json.base_hash]).toEqual([kind, 'draft', null]);
    const { json: checked } = await studio.post('check', { path, text: json.text });
    expect(checked.findings.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([]);
    expect(await listed(path)).toMatchObject({ state: 'draft', has_draft: true });
    expect((await studio.post('definition', { kind, name, title: 'Begun' })).status).toBe(409);
    const discarded = await studio.post('discard', { path, version: 1 });
    expect(discarded.status).toBeLessThan(300);
    expect((await studio.get('definition', { path })).status).toBe(404);
    expect(await listed(path)).toBeUndefined();
  });

  it('exists once it is published, is gone once it is withdrawn, and can be put back', async () => {
    const path = 'screens/begun.json';
    await studio.post('definition', { kind: 'screen', name: 'begun', title: 'Begun' });
    const entry = async (token: string) =>
      (await server.call('GET', '/definitions', { token })).json.entries.find(
        ({ id }: { id: string }) => id === 'begun',
      );
    expect(await entry(admin)).toBeUndefined();
    const published = await studio.post('publish', {
      path,
      draft_version: 1,
      base_hash: null,
      note: 'A page of our own',
    });
    expect(published.status, published.text).toBe(200);
    expect(await entry(admin)).toMatchObject({ route: '/begun', title: 'Begun' });
    const { json } = await studio.get('definition', { path });
    expect([json.state, json.file, json.published.version]).toEqual(['published', null, 1]);

    const gone = await studio.post('withdraw', { path, base_hash: json.base_hash, note: 'Not needed' });
    expect(gone.status, gone.text).toBe(200);
    expect(await entry(admin)).toBeUndefined();
    expect(await listed(path)).toBeUndefined();
    const removed = (await studio.get('definition', { path })).json;
    expect([removed.state, removed.base_hash, removed.text]).toEqual(['removed', null, json.text]);
    expect((await studio.post('definition', { kind: 'screen', name: 'begun', title: 'Begun' })).status).toBe(
      200,
    );
    await studio.post('discard', { path, version: 1 });
    const back = await studio.post('rollback', {
      path,
      version: 1,
      base_hash: null,
      note: 'Needed after all',
    });
    expect(back.status, back.text).toBe(200);
    expect(await entry(admin)).toMatchObject({ route: '/begun' });
    await studio.withdraw(path);
  });

  it('takes no name of something else, none that is no name, and no query', async () => {
    const begin = async (kind: string, name: string) =>
      (await studio.post('definition', { kind, name, title: 'Mine' })).status;
    expect([await begin('screen', 'fragments/mine'), await begin('screen', 'menu')]).toEqual([422, 422]);
    for (const name of ['../secret', 'Report', 'found.test', '__proto__'])
      expect(await begin('screen', name), name).toBe(400);
    expect(await begin('entity', 'mine')).toBe(400);
    expect(await begin('screen', 'found')).toBe(409);
    const sql = { ...screens['screens/report/counts.json'], id: 'mine', route: '/mine', alias: [] };
    expect(await studio.rulesOf('screens/mine.json', sql)).toContain('published-query');
    const call = { token: viewer, body: { kind: 'screen', name: 'mine', title: 'Mine' } };
    expect((await server.call('POST', '/studio/definition', call)).status).toBe(403);
  });
});

describe('completion in the studio', () => {
  it('offers what exists to editors alone', async () => {
    const path = 'screens/report/counts.json';
    const { status, text } = await studio.get('schema', { path });
    expect(status).toBe(200);
    expect(text).toContain('"names.permission"');
    expect(text).toContain('saleU');
    const refused = await server.call('GET', `/studio/schema?path=${path}`, { token: viewer });
    expect(refused.status).toBe(403);
  });
});

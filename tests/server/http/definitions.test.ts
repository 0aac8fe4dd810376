import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { screenFiles, startTestApp, type TestServer } from '#tests/support/http.ts';
import { screens } from '#tests/support/http-fixture.ts';

let server: TestServer;
let admin: string;
let viewer: string;
beforeAll(async () => {
  server = await startTestApp({ screens });
  await server.addUser('vera', 'viewer', ['001']);
  admin = await server.tokenOf('admin');
  viewer = await server.tokenOf('vera');
});
afterAll(() => server.close());

const manifest = (token: string | null, headers = {}) =>
  server.call('GET', '/definitions', { token, headers });
const idsOf = (json: { entries: { id: string }[] }) => json.entries.map(({ id }) => id);
const hashOf = (json: { entries: { id: string; hash: string }[] }, id: string) =>
  json.entries.find((entry) => entry.id === id)?.hash ?? '';

describe('definitions', () => {
  it('lists what each may open', async () => {
    expect(idsOf((await manifest(null)).json)).toEqual(['open']);
    expect(idsOf((await manifest(viewer)).json)).toEqual(['broken', 'found', 'open', 'report/counts']);
    expect(idsOf((await manifest(admin)).json)).toEqual([
      'broken',
      'found',
      'open',
      'report/counts',
      'secret',
    ]);
  });

  it('answers 304 to a manifest that is known, until a right changes', async () => {
    const etag = String((await manifest(viewer)).headers.etag);
    expect((await manifest(viewer, { 'if-none-match': etag })).status).toBe(304);
    expect((await manifest(admin, { 'if-none-match': etag })).status).toBe(200);
    await server.database.owner((client) =>
      client.query(
        `insert into role_permission (role_id, perm) select id, 'anlyV' from role where name = 'viewer'`,
      ),
    );
    server.wait(1_000);
    expect((await manifest(viewer, { 'if-none-match': etag })).status).toBe(200);
  });

  it('sends a definition by its hash for ever, and to nobody else', async () => {
    const { json } = await manifest(admin);
    const path = `/definitions/${hashOf(json, 'secret')}`;
    const answer = await server.call('GET', path, { token: admin });
    expect(answer.json).toMatchObject({ id: 'secret', route: '/secret', needs: 'admnU' });
    expect(answer.headers['cache-control']).toBe('private, max-age=31536000, immutable');
    expect((await server.call('GET', path, { token: viewer })).status).toBe(404);
    expect((await server.call('GET', path)).status).toBe(404);
  });

  it('names a broken definition on its own route only', async () => {
    const { json } = await manifest(viewer);
    const broken = await server.call('GET', `/definitions/${hashOf(json, 'broken')}`, { token: viewer });
    expect(broken.status).toBe(500);
    expect(broken.json).toMatchObject({ code: 'definition-broken' });
    expect(broken.json.message).toContain('"broken"');
    expect(
      (await server.call('GET', `/definitions/${hashOf(json, 'found')}`, { token: viewer })).status,
    ).toBe(200);
  });

  it('finds a misspelt SQL column with its place in the file', async () => {
    const wrong = screens['screens/report/counts.sql'].replace('s.street_name,', 's.street_nam,');
    await server.reload(screenFiles({ ...screens, 'screens/report/counts.sql': wrong }));
    const finding = server.context.definitions
      .current()
      .diagnostics.find(({ file }) => file === 'screens/report/counts.sql');
    expect(finding).toMatchObject({ line: 2, severity: 'error' });
    expect(finding?.column).toBe((wrong.split('\n')[1] ?? '').indexOf('s.street_nam,') + 1);
    expect(finding?.message).toContain('street_nam');
    await server.reload(screenFiles(screens));
  });

  it('tells listeners which screens changed', async () => {
    const events: (readonly string[])[] = [];
    const stop = server.context.definitions.subscribe(({ ids }) => events.push(ids));
    await server.reload(
      screenFiles({ ...screens, 'screens/open.json': { ...screens['screens/open.json'], title: 'Opened' } }),
    );
    await server.reload(screenFiles(screens));
    stop();
    await server.reload(screenFiles(screens));
    expect(events).toEqual([['open'], ['open']]);
  });

  it('prunes the menu by rights and by what exists', async () => {
    const { json } = await server.call('GET', '/app/userinfo', { token: admin });
    expect(json.userInfo.menu).toMatchObject([
      { title: 'Found', action: '/found/x', items: [], active: false },
      { title: 'Reports', action: null, items: [{ title: 'Counts', action: '/report/counts/all' }] },
      { title: 'Secret', action: '/secret' },
    ]);
  });

  it('has no event stream outside development', async () => {
    expect((await server.call('GET', '/definitions/events', { token: admin })).status).toBe(404);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';
import { studioOf } from '#tests/support/studio.ts';

let server: TestServer;
let admin: string;
let viewer: string;
const studio = studioOf({ call: (...call) => server.call(...call) }, () => admin);

beforeAll(async () => {
  server = await startTestApp({ screens });
  await addSales(server.database);
  admin = await server.tokenOf('admin');
  await server.addUser('vera', 'viewer', ['001']);
  viewer = await server.tokenOf('vera');
});
afterAll(() => server.close());

const found = 'screens/found.json';
const counts = 'screens/report/counts.json';

describe('looking at a draft', () => {
  const look = (path: string, text: string, as: object = {}) => studio.post('preview', { path, text, ...as });
  const rows = (screen: string, source: string, token = admin, params: object = { dst: 'all' }) =>
    server.call('POST', '/query', { token, body: { screen, source, params } });

  it('reads its sources by a name of its own, for its owner alone', async () => {
    const { json } = await look(counts, JSON.stringify({ ...screens[counts], title: 'Draft {params.dst}' }));
    expect(json.screen.id).toMatch(/^preview:/);
    expect((await rows(json.screen.id, 'rows')).json.total).toBe(4);
    expect((await rows(json.screen.id, 'rows', viewer)).status).toBe(404);
    const { entries } = (await server.call('GET', '/definitions', { token: admin })).json;
    const { title } = entries.find(({ id }: { id: string }) => id === 'report/counts');
    expect(title).not.toContain('Draft');
    server.wait(31 * 60_000);
    admin = await server.tokenOf('admin');
    expect((await rows(json.screen.id, 'rows')).status).toBe(404);
  });

  it('shows no more than the role or user looked at may see', async () => {
    const { json: asVera } = await look(counts, JSON.stringify(screens[counts]), { user: 'vera' });
    expect(asVera.perms).not.toContain('admnU');
    expect((await rows(asVera.screen.id, 'rows')).json.total).toBe(3);
    const { json: secret } = await look(
      'screens/secret.json',
      JSON.stringify(screens['screens/secret.json']),
      {
        role: 'viewer',
      },
    );
    expect([secret.visible, secret.screen]).toEqual([false, null]);
  });

  it('shows no more than the one who looks may see', async () => {
    await server.addUser('edda', 'viewer', ['002']);
    await server.database.owner((client) =>
      client.query(
        `insert into role_permission (role_id, perm) select id, 'defnU' from role where name = 'viewer'`,
      ),
    );
    const edda = await server.tokenOf('edda');
    const { json } = await server.call('POST', '/studio/preview', {
      token: edda,
      body: { path: counts, text: JSON.stringify(screens[counts]), user: 'admin' },
    });
    expect(json.perms).not.toContain('admnU');
    expect((await rows(json.screen.id, 'rows', edda)).json.total).toBe(1);
    await server.database.owner((client) =>
      client.query(
        `delete from role_permission where perm = 'defnU' and role_id = (select id from role where name = 'viewer')`,
      ),
    );
  });

  it('answers the findings of a draft with mistakes, and no screen', async () => {
    const { json } = await look(found, '{ "id": "found" }');
    expect([json.screen, json.findings.length > 0]).toEqual([null, true]);
  });
});

describe('looking at a draft as somebody else', () => {
  const look = (definition: object, as: object = {}, path = counts) =>
    studio.post('preview', { path, text: JSON.stringify(definition), ...as });
  const as = (preview: string) => ({ token: admin, headers: { 'x-cadastre-preview': preview } });

  it('shows nothing that could not be published', async () => {
    const { needs: _, ...open } = screens[counts];
    const { json } = await look(
      { ...open, id: 'report/own', route: '/report/own/:dst' },
      {},
      'screens/report/own.json',
    );
    expect(json.screen).toBeNull();
    expect(json.findings.map(({ rule }: { rule: string }) => rule)).toContain('published-query');
  });

  it('calls everything with the rights of both, and changes nothing', async () => {
    const { json } = await look(screens[counts], { user: 'vera' });
    const body = { screen: json.screen.id, source: 'rows', params: { dst: 'all' } };
    expect((await server.call('POST', '/query', { ...as(json.screen.id), body })).json.total).toBe(3);
    const info = await server.call('GET', '/app/userinfo', as(json.screen.id));
    expect(info.json.userInfo.perms.perms).not.toContain('admnU');
    expect((await server.call('GET', '/studio/definitions', as(json.screen.id))).status).toBe(403);
    const saved = await server.call('PUT', '/useroptions', { ...as(json.screen.id), body: { a: 1 } });
    expect([saved.status, saved.json.code]).toEqual([422, 'refused']);
    expect((await server.call('GET', '/definitions', { ...as('preview:none') })).status).toBe(404);
    expect((await server.call('GET', '/definitions', { ...as(json.screen.id), token: viewer })).status).toBe(
      404,
    );
  });

  it('ends with the right to edit definitions', async () => {
    await server.addUser('ella', 'administrator', '*');
    const ella = await server.tokenOf('ella');
    const answer = await server.call('POST', '/studio/preview', {
      token: ella,
      body: { path: counts, text: JSON.stringify(screens[counts]) },
    });
    const body = { screen: answer.json.screen.id, source: 'rows', params: { dst: 'all' } };
    expect((await server.call('POST', '/query', { token: ella, body })).status).toBe(200);
    await server.database.owner((client) =>
      client.query(`update user_role set role_id = (select id from role where name = 'viewer')
        where user_id = (select id from app_user where username = 'ella')`),
    );
    server.wait(1_000);
    expect((await server.call('POST', '/query', { token: ella, body })).status).toBe(404);
  });

  it('is written into the security log', async () => {
    const before = server.log.entries.length;
    await look(screens[counts], { role: 'viewer' });
    expect(server.log.entries.slice(before)).toContainEqual({
      kind: 'security',
      entry: expect.objectContaining({ event: 'definition-preview', path: counts, role: 'viewer' }),
    });
  });
});

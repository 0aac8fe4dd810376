import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let admin: string;
let otto: string;
let vera: string;
beforeAll(async () => {
  server = await startTestApp();
  await server.addUser('otto', 'office', '*');
  await server.addUser('vera', 'viewer', '*');
  [admin, otto, vera] = [
    await server.tokenOf('admin'),
    await server.tokenOf('otto'),
    await server.tokenOf('vera'),
  ];
});
afterAll(() => server.close());

const menu = async (token: string, name: string) =>
  (await server.call('GET', `/phrases/geteditormenu/${name}`, { token })).json;
const save = (token: string, name: string, body: object) =>
  server.call('PUT', `/phrases/${name}`, { token, body });

describe('phrases', () => {
  it('are empty at first and can be changed by whom the menu says', async () => {
    expect(await menu(vera, 'first')).toEqual({
      canUpdateCompany: false,
      phrases: { allUsers: [], thisUser: [] },
      version: { company: 0, user: 0 },
    });
    expect((await menu(admin, 'first')).canUpdateCompany).toBe(true);
  });

  it('of a user are kept in order, changed, added and deleted by one save, and seen by nobody else', async () => {
    const phrases = [{ content: 'On inspection' }, { content: 'Zur Straße ≤ 2 m', active: false }];
    const first = await save(otto, 'own', { phrasetype: 'user', version: 0, phrases });
    expect(first.json.phrases.thisUser).toMatchObject([
      { content: 'On inspection', posn: 1, active: true },
      { content: 'Zur Straße ≤ 2 m', posn: 2, active: false },
    ]);
    const [, second] = first.json.phrases.thisUser;
    const changed = await save(otto, 'own', {
      phrasetype: 'user',
      version: 1,
      phrases: [{ content: 'New' }, { ...second, posn: 2, content: 'Changed' }],
    });
    expect(changed.json.phrases.thisUser).toMatchObject([
      { content: 'New' },
      { id: second.id, content: 'Changed' },
    ]);
    expect(changed.json.version).toEqual({ company: 0, user: 2 });
    for (const token of [vera, admin]) expect((await menu(token, 'own')).phrases.thisUser).toEqual([]);
    expect((await menu(otto, 'other')).phrases.thisUser).toEqual([]);
  });

  it('of the company take the permission; the others read the active ones', async () => {
    const body = {
      phrasetype: 'company',
      version: 0,
      phrases: [{ content: 'Shown' }, { content: 'Hidden', active: false }],
    };
    expect((await save(otto, 'company', body)).json).toMatchObject({ status: 403 });
    expect((await save(admin, 'company', body)).status).toBe(200);
    const contents = async (token: string) =>
      (await menu(token, 'company')).phrases.allUsers.map((p: { content: string }) => p.content);
    expect(await contents(vera)).toEqual(['Shown']);
    expect(await contents(admin)).toEqual(['Shown', 'Hidden']);
  });

  it('of another list or user cannot be named by their id', async () => {
    await save(otto, 'target', { phrasetype: 'user', version: 0, phrases: [{ content: 'Mine' }] });
    const [mine] = (await menu(otto, 'target')).phrases.thisUser;
    const stolen = await save(vera, 'target', {
      phrasetype: 'user',
      version: 0,
      phrases: [{ id: mine.id, content: 'Stolen' }],
    });
    expect(stolen.json).toMatchObject({ status: 422, errors: [{ pointer: '/phrases/0/id' }] });
    expect((await menu(otto, 'target')).phrases.thisUser).toMatchObject([{ content: 'Mine' }]);
  });

  it('have 1 to 2000 characters', async () => {
    const refused = await save(otto, 'limits', {
      phrasetype: 'user',
      version: 0,
      phrases: [{ content: 'x'.repeat(2000) }, { content: 'x'.repeat(2001) }, { content: ' ' }],
    });
    expect(refused.json).toMatchObject({
      status: 422,
      errors: [{ pointer: '/phrases/1/content' }, { pointer: '/phrases/2/content' }],
    });
    expect((await menu(otto, 'limits')).version.user).toBe(0);
  });

  it('are not overwritten by who read an older list, unless that is said', async () => {
    const body = { phrasetype: 'user', phrases: [{ content: 'A' }] };
    const answers = await Promise.all([
      save(otto, 'race', { ...body, version: 0 }),
      save(otto, 'race', { ...body, version: 0 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.json).toMatchObject({
      current_version: 1,
      current: { phrases: { thisUser: [{ content: 'A' }] } },
    });
    expect((await save(otto, 'race', { ...body, __forceUpdate__: true })).json.version.user).toBe(2);
  });

  it('are taken as the call is specified, without a version: the last writer wins, and the audit tells it', async () => {
    const said = (content: string) => ({ phrasetype: 'user', phrases: [{ content }] });
    expect((await save(otto, 'plain', said('A'))).json.version.user).toBe(1);
    expect((await save(otto, 'plain', said('B'))).json).toMatchObject({
      phrases: { thisUser: [{ content: 'B' }] },
      version: { user: 2 },
    });
    const { rows } = await server.database.owner((client) =>
      client.query(
        `select forced from audit where table_name = 'phrase_list'
           and row_id = (select id from phrase_list where name = 'plain') order by id`,
      ),
    );
    expect(rows.map(({ forced }) => forced)).toEqual([false, true]);
  });

  it('leave a row in the audit, without the text of a user’s own', async () => {
    await save(otto, 'audited', { phrasetype: 'user', version: 0, phrases: [{ content: 'secret words' }] });
    const { rows } = await server.database.owner((client) =>
      client.query(
        `select fields::text as fields, forced from audit where table_name = 'phrase_list' order by id`,
      ),
    );
    expect(rows.at(-1)).toEqual({ fields: '{"phrases": {"new": 1, "old": 0}}', forced: false });
    expect(rows.some(({ forced }) => forced === true)).toBe(true);
    expect(JSON.stringify(rows)).not.toContain('secret words');
  });
});

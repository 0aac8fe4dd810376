import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sysparamNames } from '#server/access/system-parameters.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let admin: string;
let otto: string;
beforeAll(async () => {
  server = await startTestApp();
  await server.addUser('otto', 'office', '*');
  [admin, otto] = [await server.tokenOf('admin'), await server.tokenOf('otto')];
});
afterAll(() => server.close());

const company = async () => (await server.call('GET', '/app/sysparams/company', { token: admin })).json;
const save = (body: object, token = admin) => server.call('PUT', '/app/sysparams', { token, body });

describe('system parameters', () => {
  it('are the fourteen, and one that is not set is null', async () => {
    await server.database.owner((client) =>
      client.query(`delete from sysparam where name in ('GMAPIKEY', 'RVWSTAGE')`),
    );
    await server.database.owner((client) =>
      client.query(`insert into sysparam (name, value) values ('OTHER', '1')`),
    );
    const { json } = await server.call('GET', '/app/sysparams', { token: otto });
    expect(Object.keys(json).sort()).toEqual(
      'COMPNAME CURRBASE GMAPIKEY NTFYANAS NTFYEXPT NTFYIMPT NTFYMESS NTFYSHSR NTFYSTGE NTFYSUAS RVWSTAGE SESSENBL SESSMINS USETXTAI'.split(
        ' ',
      ),
    );
    expect([...sysparamNames].sort()).toEqual(Object.keys(json).sort());
    expect([json.GMAPIKEY, json.RVWSTAGE, json.SESSMINS]).toEqual([null, null, '480']);
  });

  it('are changed by administrators, and the very answer tells by its header', async () => {
    const before = await server.call('GET', '/app/sysparams/company', { token: admin });
    const saved = await save({ version: before.json.version, RVWSTAGE: '1', SESSMINS: null });
    expect(saved.json).toMatchObject({ RVWSTAGE: '1', SESSMINS: null });
    expect(saved.json.version).toBeGreaterThan(before.json.version);
    expect(saved.headers['x-cadastre-sysparams']).not.toBe(before.headers['x-cadastre-sysparams']);
    const info = (await server.call('GET', '/app/userinfo', { token: otto })).json;
    expect(info.userInfo.company.params).toMatchObject({ RVWSTAGE: '1', SESSMINS: null });
    expect((await save({ version: saved.json.version, RVWSTAGE: '0' }, otto)).status).toBe(403);
  });

  it('take what suits them only', async () => {
    const { version } = await company();
    const bad = { CURRBASE: '2025-06-30', SESSMINS: '0', USETXTAI: 'yes', COMPNAME: ' ', GMAPIKEY: 'a b' };
    const refused = await save({ version, ...bad, NTFYMESS: '0' });
    expect(refused.status).toBe(422);
    expect(refused.json.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual(
      Object.keys(bad)
        .map((name) => `/${name}`)
        .sort(),
    );
    expect((await company()).NTFYMESS).toBe('1');
    for (const minutes of ['1', '1440'])
      expect((await save({ __forceUpdate__: true, SESSMINS: minutes })).json.SESSMINS).toBe(minutes);
    expect((await save({ __forceUpdate__: true, SESSMINS: '1441' })).status).toBe(422);
  });

  it('are not overwritten by who read older ones', async () => {
    expect((await save({ NTFYMESS: '1' })).json.code).toBe('version-missing');
    const { version } = await company();
    const answers = await Promise.all([
      save({ version, COMPNAME: 'Hunter Valuers' }),
      save({ version, COMPNAME: 'Hunter Values' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const conflict = answers.find(({ status }) => status === 409)?.json;
    expect(conflict).toMatchObject({ changed_by: 'Administrator', current_version: version + 1 });
    expect(conflict.current.COMPNAME).toBe((await company()).COMPNAME);
  });

  it('leave rows in the audit, without keys', async () => {
    await save({ __forceUpdate__: true, GMAPIKEY: 'AIzaSecretKey' });
    const { rows } = await server.database.owner((client) =>
      client.query(`select fields::text as fields, user_id from audit where table_name = 'sysparam'`),
    );
    expect(rows.map(({ fields }) => fields)).toContain('{"RVWSTAGE": {"new": "1", "old": null}}');
    expect(JSON.stringify(rows)).not.toContain('AIzaSecretKey');
  });
});

describe('the settings of a user', () => {
  const profile = async (token: string) => (await server.call('GET', '/user/profile', { token })).json;
  const change = (token: string, body: object) => server.call('PUT', '/user/profile', { token, body });

  it('are their own colours, which every browser of theirs is told', async () => {
    const told = async (token: string) => (await server.call('GET', '/app/userinfo', { token })).json.theme;
    expect([await told(otto), (await profile(otto)).theme]).toEqual([null, null]);
    const { version } = await profile(otto);
    const saved = await change(otto, { version, theme: 'dark' });
    expect(saved.json).toMatchObject({ theme: 'dark', version });
    expect([await told(otto), await told(admin)]).toEqual(['dark', null]);
    expect((await change(otto, { version, theme: 'pink' })).status).toBe(400);
    await server.call('PUT', '/useroptions', { token: otto, body: { theme: 'light' } });
    expect([await told(otto), (await profile(otto)).theme]).toEqual(['light', 'light']);
    await server.call('PUT', '/useroptions', { token: otto, body: { theme: { not: 'one' } } });
    expect([await told(otto), (await profile(otto)).theme]).toEqual([null, null]);
  });

  it('are their own name, and not their address, which is confirmed by mail', async () => {
    const before = await profile(otto);
    expect(before).toMatchObject({ username: 'otto', full_name: 'otto', email: null });
    const saved = await change(otto, { version: before.version, full_name: ' Otto Öhlén ' });
    expect(saved.json).toMatchObject({ full_name: 'Otto Öhlén', email: null });
    expect((await server.call('GET', '/app/userinfo', { token: otto })).json.user.full_name).toBe(
      'Otto Öhlén',
    );
    expect((await profile(admin)).full_name).toBe('Administrator');
    expect((await change(otto, { version: before.version, full_name: 'Old' })).json).toMatchObject({
      status: 409,
      current: { full_name: 'Otto Öhlén' },
    });
    expect((await change(otto, { full_name: 'Old' })).json.code).toBe('version-missing');
    const refused = await change(otto, { version: saved.json.version, full_name: ' ' });
    expect(refused.json).toMatchObject({ status: 422, errors: [{ pointer: '/full_name' }] });
    for (const field of ['id', 'email', 'username', 'password_hash', 'all_districts'])
      expect((await change(otto, { version: saved.json.version, [field]: 1 })).status).toBe(400);
  });

  it('keep no more options than their quota, and less at any time', async () => {
    const set = (body: object) => server.call('PUT', '/useroptions', { token: admin, body });
    const held = async () => Object.keys((await server.call('GET', '/useroptions', { token: admin })).json);
    const long = 'x'.repeat(900_000);
    expect((await set({ a: long, b: long })).status).toBe(204);
    const refused = await set({ c: long });
    expect(refused.status).toBe(422);
    expect(refused.json.message).toMatch(/^Your saved settings would take 2\.6 MB, and 2\.0 MB are kept\. /);
    const both = await Promise.all([set({ d: 'x'.repeat(200_000) }), set({ e: 'x'.repeat(200_000) })]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 422]);
    expect((await set({ a: 1, b: null })).status).toBe(204);
    const many = (n: number) =>
      set(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`n${n}.${i}`, 1])));
    for (let n = 0; n < 9; n++) expect((await many(n)).status).toBe(204);
    expect((await many(9)).json.message).toMatch(/^You would have 1002 saved settings, and 1000 are kept\. /);
    const names = await held();
    expect(names).toHaveLength(902);
    for (let i = 0; i < names.length; i += 100)
      await set(Object.fromEntries(names.slice(i, i + 100).map((name) => [name, null])));
    expect(await held()).toEqual([]);
  });

  it('hold options of their own, and the session’s end never past the cap of its token', async () => {
    const set = (body: object) => server.call('PUT', '/useroptions', { token: otto, body });
    await set({ 'grid.columns': ['a', 'ß'], other: 1 });
    const read = async (token: string) =>
      (await server.call('GET', '/useroptions?options=grid.columns,none', { token })).json;
    expect([await read(otto), await read(admin)]).toEqual([{ 'grid.columns': ['a', 'ß'] }, {}]);
    expect((await server.call('GET', '/useroptions/other', { token: otto })).json).toBe(1);
    await set({ other: null });
    expect((await server.call('GET', '/useroptions/other', { token: otto })).json).toBe(null);
    const ends = async () =>
      Date.parse((await server.call('GET', '/app/userinfo', { token: otto })).json.expires_at);
    const now = server.context.now().getTime();
    await set({ 'mvp4.session.expiry': now + 3_600_000 });
    expect(await ends()).toBe(now + 3_600_000);
    await set({ 'mvp4.session.expiry': new Date(now + 100 * 3_600_000).toISOString() });
    expect(await ends()).toBeLessThanOrEqual(now + 24 * 3_600_000);
    expect(await ends()).toBeGreaterThan(now + 23 * 3_600_000);
  });

  it('tell the other users nothing but who is there', async () => {
    await server.addUser('gone', 'viewer', '*');
    await server.database.owner((client) =>
      client.query(`update app_user set active = false where username = 'gone'`),
    );
    const users = async (query: string) => (await server.call('GET', `/user${query}`, { token: otto })).json;
    expect((await users('?activeOnly=true')).map((u: { username: string }) => u.username)).not.toContain(
      'gone',
    );
    const all = await users('');
    expect(all.map((u: { username: string }) => u.username)).toContain('gone');
    for (const user of all)
      expect(Object.keys(user).sort()).toEqual(['active', 'full_name', 'id', 'username', 'valuer']);
  });

  it('count the pages visited', async () => {
    for (const path of ['/sale/1', '/sale/1'])
      expect((await server.call('PUT', '/user/loghit', { token: otto, body: { path } })).status).toBe(204);
    const { rows } = await server.database.owner((client) => client.query('select path from hit_log'));
    expect(rows).toEqual([{ path: '/sale/1' }, { path: '/sale/1' }]);
    expect((await server.call('PUT', '/user/loghit', { token: otto, body: { path: 'x' } })).status).toBe(400);
  });
});

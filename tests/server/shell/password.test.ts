import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passwordFaults } from '#server/modules/password/password-rules.ts';
import { password, startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestApp();
  for (const name of ['otto', 'vera.marsh@example.org', 'eva', 'guess', 'slow'])
    await server.addUser(name, 'viewer', '*');
});
afterAll(() => server.close());

const good = 'wrong mule dynamo';
const change = (token: string, currPass: string, newPass: string) =>
  server.call('PUT', '/user/change-password', { token, body: { currPass, newPass } });
const works = async (token: string) => (await server.call('GET', '/app/userinfo', { token })).status === 200;
const signIn = (username: string, given: string) =>
  server.call('POST', '/app/login', { body: { username, password: given } });

describe('a change of the password', () => {
  it('ends the other sessions and keeps the one that asked', async () => {
    const [asking, other] = [await server.tokenOf('otto'), await server.tokenOf('otto')];
    const [eva] = [await server.tokenOf('eva')];
    expect((await change(asking, password, good)).status).toBe(204);
    expect([await works(asking), await works(other), await works(eva)]).toEqual([true, false, true]);
    expect([(await signIn('otto', password)).status, (await signIn('otto', good)).status]).toEqual([
      401, 200,
    ]);
  });

  it('says at which field it is refused, and never signs out', async () => {
    const token = await server.tokenOf('eva');
    const cases: readonly (readonly [string, string, string, string])[] = [
      ['', good, '/currPass', 'Current password is required'],
      ['not it at all', good, '/currPass', 'The current password is wrong'],
      [password, '', '/newPass', 'New password is required'],
      [password, 'x9$kQ!z', '/newPass', 'Password must be at least 8 characters'],
      [password, 'password1', '/newPass', 'Password must be of at least moderate strength'],
      [password, 'x9$kQ!zL'.repeat(26), '/newPass', 'Password must be at most 200 characters'],
    ];
    for (const [current, next, pointer, message] of cases)
      expect((await change(token, current, next)).json).toMatchObject({
        status: 422,
        message,
        errors: [{ pointer, message }],
      });
    expect(await works(token)).toBe(true);
    expect((await signIn('eva', password)).status).toBe(200);
  });

  it('accepts 200 characters and every letter', async () => {
    const long = `Größe 漢字 ${'x9$kQ!zLw2'.repeat(19)}`;
    expect(long.length).toBeLessThanOrEqual(200);
    expect((await change(await server.tokenOf('eva'), password, long)).status).toBe(204);
    expect((await signIn('eva', long)).status).toBe(200);
  });

  it('counts the name, its local part and the company’s words as common', async () => {
    const owner = { username: 'vera.marsh@example.org', companyName: 'Hexhamshire Valuers' };
    const nobody = { username: '', companyName: '' };
    for (const weak of ['vera.marsh@example.org', 'vera.marsh1', 'hexhamshire1', 'Hexhamshire']) {
      expect([weak, (await passwordFaults(weak, owner))[0]?.message]).toEqual([
        weak,
        'Password must be of at least moderate strength',
      ]);
      expect([weak, await passwordFaults(weak, nobody)]).toEqual([weak, []]);
    }
    expect(await passwordFaults(good, owner)).toEqual([]);
  });

  it('is decided by the first hundred characters', async () => {
    const owner = { username: 'a', companyName: '' };
    expect(await passwordFaults(`${'a'.repeat(100)}x9$kQ!zLw2`, owner)).toHaveLength(1);
    expect(await passwordFaults(`x9$kQ!zLw2${'a'.repeat(100)}`, owner)).toEqual([]);
  });

  it('whose strength takes long to find keeps nobody else waiting', async () => {
    const token = await server.tokenOf('slow');
    const hostile = '4@8({[<3691!|70$5+7%2'.repeat(5);
    let settled = false;
    const changing = change(token, password, hostile).finally(() => {
      settled = true;
    });
    const others: boolean[] = [];
    for (let i = 0; i < 3; i++) {
      expect((await server.call('GET', '/app/sysparams', { token })).status).toBe(200);
      others.push(settled);
    }
    expect(others).toEqual([false, false, false]);
    expect((await changing).status).toBe(204);
  });

  it('stops who guesses the current one', async () => {
    const token = await server.tokenOf('guess');
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await change(token, `guess ${i}`, good)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
    server.wait(60_000);
    expect((await change(token, password, good)).status).toBe(204);
  });

  it('of two at once takes place once', async () => {
    server.wait(60_000);
    const token = await server.tokenOf('vera.marsh@example.org');
    const answers = await Promise.all([
      change(token, password, 'first mule dynamo'),
      change(token, password, 'second mule dynamo'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422]);
  });

  it('is audited and in the security log, without any password', async () => {
    const { rows } = await server.database.owner((client) =>
      client.query(
        `select a.user_id = a.row_id as own, a.fields::text as fields from audit a where table_name = 'app_user'`,
      ),
    );
    expect(rows.length).toBeGreaterThanOrEqual(4);
    for (const row of rows)
      expect(row).toEqual({ own: true, fields: '{"password": {"new": null, "old": null}}' });
    const log = JSON.stringify(server.log.entries);
    expect(log).toContain('password-changed');
    expect(log).toContain('password-change-refused');
    for (const secret of [password, good, 'guess 1']) expect(log).not.toContain(secret);
  });
});

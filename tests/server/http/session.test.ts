import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSigner } from 'fast-jwt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUserActive } from '#server/database/users.ts';
import { password, startTestApp, type TestServer } from '#tests/support/http.ts';
import { screens } from '#tests/support/http-fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestApp({ screens });
  await server.addUser('vera', 'viewer', ['001']);
  await server.addUser('otto', 'office', ['001']);
});
afterAll(() => server.close());

function claimsOf(token: string): { readonly [name: string]: unknown } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
}

function secret(): Buffer {
  return Buffer.from(readFileSync(join(server.context.config.dataDir, 'secret'), 'utf8'), 'base64');
}

describe('session', () => {
  it('answers token, user and userInfo at sign-in', async () => {
    const { status, json } = await server.call('POST', '/app/login', {
      body: { username: 'Vera', password },
    });
    expect(status).toBe(200);
    expect(json.user).toMatchObject({
      username: 'vera',
      full_name: 'vera',
      company: { id: 1, baseDate: '2025-07-01' },
    });
    expect(json.userInfo.perms.roles).toEqual(['viewer']);
    expect(json.userInfo.perms.perms).toEqual(['propV', 'repoV', 'saleV']);
    expect(json.userInfo.company.params.SESSMINS).toBe('480');
    expect(json.userInfo.menu.map((item: { title: string }) => item.title)).toEqual(['Found', 'Reports']);
    expect(Object.keys(claimsOf(json.token)).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub']);
    const again = await server.call('GET', '/app/userinfo', { token: json.token });
    expect(again.json.user).toEqual(json.user);
  });

  it('says the same of an unknown user and of a wrong password', async () => {
    const wrong = await server.call('POST', '/app/login', { body: { username: 'otto', password: 'x' } });
    const unknown = await server.call('POST', '/app/login', { body: { username: 'nobody', password: 'x' } });
    expect(wrong.status).toBe(401);
    expect({ ...wrong.json, reference: '' }).toEqual({ ...unknown.json, reference: '' });
  });

  it('refuses every token that it did not sign for this moment', async () => {
    const good = claimsOf(await server.tokenOf('otto'));
    const sign = (claims: object, key: string | Buffer = secret(), algorithm: 'HS256' | 'HS384' = 'HS256') =>
      createSigner({ key, algorithm })({ ...claims });
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${Buffer.from(JSON.stringify(good)).toString('base64url')}.`;
    const { sid: _, ...withoutSession } = good;
    // The server's clock, which stands while the test begins.
    const now = Math.floor(server.context.now().getTime() / 1000);
    const forged = [
      unsigned,
      sign(good, 'another secret of at least 32 bytes, to be sure'),
      sign(good, secret(), 'HS384'),
      sign({ ...good, exp: now - 10 }),
      sign({ ...good, aud: 'elsewhere' }),
      sign({ ...good, iss: 'elsewhere' }),
      sign({ ...good, sub: '1' }),
      sign({ ...good, sid: '00000000-0000-4000-8000-000000000000' }),
      sign(withoutSession),
      'abc',
      '',
    ];
    for (const token of forged)
      expect(
        (await server.call('GET', '/app/userinfo', { headers: { authorization: `JWT ${token}` } })).status,
      ).toBe(401);
    const genuine = sign(good);
    expect((await server.call('GET', '/app/userinfo', { token: genuine })).status).toBe(200);
    for (const scheme of ['Bearer', 'jwt', 'JWT '])
      expect(
        (await server.call('GET', '/app/userinfo', { headers: { authorization: `${scheme} ${genuine}` } }))
          .status,
      ).toBe(401);
  });

  it('ends with sign-out, with disabling and with its expiry', async () => {
    const [a, b, c] = [
      await server.tokenOf('otto'),
      await server.tokenOf('otto'),
      await server.tokenOf('vera'),
    ];
    expect((await server.call('POST', '/app/logout', { token: a })).status).toBe(204);
    expect((await server.call('GET', '/app/userinfo', { token: a })).status).toBe(401);
    expect((await server.call('GET', '/app/userinfo', { token: b })).status).toBe(200);
    await server.database.owner((client) => setUserActive(client, 'otto', false));
    server.wait(1_000);
    expect((await server.call('GET', '/app/userinfo', { token: b })).status).toBe(401);
    expect((await server.call('POST', '/app/login', { body: { username: 'otto', password } })).status).toBe(
      401,
    );
    await server.database.owner((client) => setUserActive(client, 'otto', true));
    server.wait(479 * 60_000);
    expect((await server.call('GET', '/app/userinfo', { token: c })).status).toBe(200);
    server.wait(60_000);
    expect((await server.call('GET', '/app/userinfo', { token: c })).status).toBe(401);
  });

  it('moves its expiry by mvp4.session.expiry, never past the cap', async () => {
    const token = await server.tokenOf('vera');
    const set = (expiry: unknown) =>
      server.call('PUT', '/useroptions', { token, body: { 'mvp4.session.expiry': expiry } });
    const now = server.context.now().getTime();
    expect((await set('never')).status).toBe(400);
    expect((await set(now + 100 * 3_600_000)).status).toBe(204);
    server.wait(23 * 3_600_000);
    expect((await server.call('GET', '/app/userinfo', { token })).status).toBe(200);
    server.wait(3_600_000);
    expect((await server.call('GET', '/app/userinfo', { token })).status).toBe(401);
  });

  it('slows down guessing without telling whether the user exists', async () => {
    const guess = (username: string) =>
      server.call('POST', '/app/login', { body: { username, password: 'x' } });
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await guess('victim')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await server.call('POST', '/app/login', { body: { username: 'vera', password } })).status).toBe(
      200,
    );
    server.wait(60_000);
    expect((await guess('victim')).status).toBe(401);
    const events = server.log.entries
      .filter(({ kind }) => kind === 'security')
      .map(({ entry }) => Reflect.get(entry, 'event'));
    expect(events).toContain('sign-in-limited');
    expect(events).toContain('signed-in');
    expect(JSON.stringify(server.log.entries)).not.toContain(password);
  });
});

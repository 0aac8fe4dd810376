import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSigner } from 'fast-jwt';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { createContext } from '#server/context.ts';
import { setUserActive } from '#server/database/users.ts';
import { envelope, password, startTestApp, type TestServer } from '#tests/support/http.ts';
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

  it('lists where somebody is signed in, and ends what they choose', async () => {
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const enter = async (agent: string, from: string) =>
      (
        await server.call('POST', '/app/login', {
          body: { username: 'otto', password },
          headers: { 'user-agent': agent },
          from,
        })
      ).json.token;
    server.wait(24 * 3_600_000);
    const [here, there, third] = [
      await enter(firefox, '192.0.2.1'),
      await enter('curl/8.5.0', '192.0.2.2'),
      await enter(firefox, '192.0.2.3'),
    ];
    const strange = await server.tokenOf('vera');
    const list = async (token: string) => (await server.call('GET', '/user/sessions', { token })).json;
    const seen: {
      readonly id: string;
      readonly address: string;
      readonly device: string;
      readonly own: boolean;
    }[] = await list(here);
    expect(seen.map(({ address, device, own }) => [address, device, own]).sort()).toEqual([
      ['192.0.2.1', 'Firefox on Windows', true],
      ['192.0.2.2', 'curl/8.5.0', false],
      ['192.0.2.3', 'Firefox on Windows', false],
    ]);
    const works = async (token: string) =>
      (await server.call('GET', '/app/userinfo', { token })).status === 200;
    const idOf = (address: string) => seen.find((one) => one.address === address)?.id;
    const end = (session: string | undefined, token = here) =>
      server.call('DELETE', `/user/sessions/${session}`, { token });
    // Another person's session is none of theirs, whoever knows its id.
    expect((await end(idOf('192.0.2.2'), strange)).status).toBe(404);
    expect((await end(idOf('192.0.2.2'))).json).toEqual({ ended: 1 });
    expect([await works(here), await works(there), await works(third)]).toEqual([true, false, true]);
    expect((await end(idOf('192.0.2.2'))).json.message).toBe('This session is over already.');
    expect((await end('others')).json).toEqual({ ended: 1 });
    expect([await works(here), await works(third), await works(strange)]).toEqual([true, false, true]);
    expect(await list(here)).toHaveLength(1);
  });
});

describe('the limit of sign-ins', () => {
  const otherName = { username: 'vera', password };
  const signIn = (body: object, from: string, cookie?: string) =>
    server.call('POST', '/app/login', { body, from, ...(cookie ? { headers: { cookie } } : {}) });
  const wrong = { username: 'vera', password: 'x' };
  const statuses = async (n: number, send: () => Promise<{ readonly status: number }>) => {
    const all: number[] = [];
    for (let i = 0; i < n; i++) all.push((await send()).status);
    return all;
  };
  beforeEach(() => server.wait(2 * 3_600_000));

  it('counts no sign-in that succeeds', async () => {
    expect(new Set(await statuses(35, () => signIn(otherName, '192.0.2.10')))).toEqual(new Set([200]));
  });

  it('waits twice as long with each further try, a quarter of an hour at most, and says how long', async () => {
    const from = '192.0.2.11';
    expect(await statuses(5, () => signIn(wrong, from))).toEqual([401, 401, 401, 401, 401]);
    const waits: unknown[] = [];
    for (let i = 0; i < 6; i++) {
      const refused = await signIn(otherName, from);
      expect(refused.status).toBe(429);
      waits.push(refused.headers['retry-after']);
      server.wait(Number(refused.headers['retry-after']) * 1_000 - 1_000);
      expect((await signIn(wrong, from)).status).toBe(429);
      server.wait(1_000);
      expect((await signIn(wrong, from)).status).toBe(401);
    }
    expect(waits).toEqual(['60', '120', '240', '480', '900', '900']);
    const { json } = await signIn(otherName, from);
    expect(json.message).toBe('Too many sign-ins were tried. Wait 15 minutes and try again.');
    // Who waits and knows the password is in, and all is forgotten.
    server.wait(900_000);
    expect(await statuses(1, () => signIn(otherName, from))).toEqual([200]);
    expect(await statuses(6, () => signIn(wrong, from))).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('does not shut out a browser that signed in before, whatever others try with its name and its network', async () => {
    const from = '192.0.2.12';
    const [cookie = ''] = String((await signIn(otherName, from)).headers['set-cookie']).split(';');
    let i = 0;
    const elsewhere = await statuses(21, () => signIn(wrong, `198.51.100.${++i}`));
    expect(elsewhere.slice(-2)).toEqual([401, 429]);
    expect((await signIn(otherName, '203.0.113.1')).status).toBe(429);
    expect((await signIn(otherName, '203.0.113.1', cookie)).status).toBe(200);
    for (const forged of [
      `${cookie}x`,
      cookie.replace(/=(.)/, (_, first: string) => `=${first === 'Z' ? 'Y' : 'Z'}`),
      'cadastre_device=',
      'cadastre_device=a.b.c.d',
    ])
      expect([forged, (await signIn(otherName, '203.0.113.1', forged)).status]).toEqual([forged, 429]);
    // It is known for the name that signed in with it, and has no more tries of its own than anybody.
    const other = { username: 'otto', password: 'x' };
    expect(await statuses(6, () => signIn(other, '203.0.113.2', cookie))).toEqual([
      401, 401, 401, 401, 401, 429,
    ]);
    expect(await statuses(6, () => signIn(wrong, '203.0.113.3', cookie))).toEqual([
      401, 401, 401, 401, 401, 429,
    ]);
  });

  it('gives a cookie that no script reads, no other page sends and no other call gets', async () => {
    const [header] = [(await signIn(otherName, '192.0.2.13')).headers['set-cookie']];
    expect(String(header)).toMatch(
      /^cadastre_device=[\w.-]+; Path=\/api\/app\/login; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    );
    expect((await signIn(wrong, '192.0.2.13')).headers['set-cookie']).toBeUndefined();
  });

  it('counts a line that has all of a /64 as one', async () => {
    let i = 0;
    const guess = () =>
      signIn({ username: `name-${i}`, password: 'x' }, `2001:db8:7:7::${(++i).toString(16)}`);
    const answers = await statuses(31, guess);
    expect(answers.slice(-2)).toEqual([401, 429]);
    expect((await signIn(otherName, '2001:db8:7:8::1')).status).toBe(200);
  });

  it('believes of an address only what a named proxy says', async () => {
    const options = { config: { trustProxy: ['192.0.2.80'] }, screens };
    const proxied = await startTestApp(options);
    try {
      const through = (proxy: string, client: string) =>
        proxied.call('POST', '/app/login', {
          body: { username: 'nobody', password: 'x' },
          from: proxy,
          headers: { 'x-forwarded-for': client },
        });
      let i = 0;
      expect(await statuses(6, () => through('192.0.2.81', `198.51.100.${++i}`))).toEqual([
        401, 401, 401, 401, 401, 429,
      ]);
      expect(await statuses(6, () => through('192.0.2.80', `198.51.100.${++i}`))).toEqual([
        401, 401, 401, 401, 401, 401,
      ]);
      // What a client writes before the proxy's own entry is not believed.
      i = 0;
      expect(await statuses(6, () => through('192.0.2.80', `10.0.0.${++i}, 203.0.113.9`))).toEqual([
        401, 401, 401, 401, 401, 429,
      ]);
    } finally {
      await proxied.close();
    }
  });

  it('holds over two processes on one database', async () => {
    const { config, database, now, log } = server.context;
    const context = createContext(config, database, { now, log });
    const second = await buildApp(context);
    try {
      const body = { username: 'shared', password: 'x' };
      const there = async () => {
        const { statusCode } = await second.inject({
          method: 'POST',
          url: '/api/app/login',
          headers: { 'content-type': 'application/json' },
          payload: envelope(body),
          remoteAddress: '192.0.2.14',
        });
        return { status: statusCode };
      };
      const here = () => signIn(body, '192.0.2.14');
      const turns = [here, there, here, there, here, there, here].values();
      const answers = await statuses(7, () => turns.next().value?.() ?? here());
      expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429]);
      // At once as well as one after the other: exactly as many as there are.
      const race = { username: 'raced', password: 'x' };
      const raced = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          i % 2
            ? signIn(race, '192.0.2.15')
            : second
                .inject({
                  method: 'POST',
                  url: '/api/app/login',
                  headers: { 'content-type': 'application/json' },
                  payload: envelope(race),
                  remoteAddress: '192.0.2.15',
                })
                .then(({ statusCode }) => ({ status: statusCode })),
        ),
      );
      expect(raced.filter(({ status }) => status === 401)).toHaveLength(5);
      expect(raced.filter(({ status }) => status === 429)).toHaveLength(7);
    } finally {
      await second.close();
      await context.jobs.close();
    }
  });

  it('is none that a clock which jumps an hour back makes longer', async () => {
    const from = '192.0.2.16';
    expect((await statuses(6, () => signIn(wrong, from))).at(-1)).toBe(429);
    server.wait(-3_600_000);
    expect((await signIn(otherName, from)).status).toBe(200);
    server.wait(3_600_000);
  });

  it('keeps nothing of what was typed', async () => {
    const { rows } = await server.database.owner((client) => client.query('select * from limit_count'));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(Object.keys(row).sort()).toEqual(['key', 'n', 'until']);
    expect(JSON.stringify(rows)).not.toContain('vera');
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, stepAt } from '#server/access/totp.ts';
import { loadOperations } from '#server/definitions/load-operations.ts';
import { compileSchema, rejections } from '#server/plugins/schemas.ts';
import {
  type Authenticator,
  authenticator,
  type Deviation,
  foreignKey,
} from '#tests/support/authenticator.ts';
import { password, startTestApp, type TestServer } from '#tests/support/http.ts';

const origin = 'https://office.example.org';
const names = ['otto', 'vera', 'ida', 'uma', 'rex', 'lena', 'sam', 'tom', 'pia', 'max', 'kim'];
let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await startTestApp({ config: { publicUrl: `${origin}/cadastre` } });
  for (const name of names) await server.addUser(name, 'viewer', '*');
  admin = await server.tokenOf('admin');
});
beforeEach(() => server.wait(10 * 60_000));
afterAll(() => server.close());

const operations = loadOperations(new URL('../../..', import.meta.url).pathname);
const asSaid = (id: string, answer: unknown) => {
  const validate = compileSchema(operations.find((one) => one.id === id)?.answer ?? {});
  validate(answer);
  expect(rejections(validate.errors, '')).toEqual([]);
};

const post = (path: string, body: object, token?: string) =>
  server.call('POST', path, { body, ...(token ? { token } : {}) });
const signIn = async (username: string) => (await post('/app/login', { username, password })).json;
const challenge = (ticket: string) => post('/app/login/challenge', { ticket });
const second = (ticket: string, shown: object) => post('/app/login/second', { ticket, ...shown });
const state = async (token: string) => (await server.call('GET', '/user/second-factor', { token })).json;
const listed = async (token: string) => (await server.call('GET', '/user/passkeys', { token })).json;
const begin = (token: string, shown: object = {}) =>
  post('/user/passkeys/options', { password, ...shown }, token);
const add = (token: string, credential: object, name = 'Laptop') =>
  post('/user/passkeys', { name, credential }, token);
const remove = (token: string, id: number, shown: object = {}) =>
  server.call('PUT', `/user/passkeys/${id}/off`, { token, body: { password, ...shown } });
const lastEvent = () =>
  server.log.entries
    .filter(({ kind }) => kind === 'security')
    .map(({ entry }) => Reflect.get(entry, 'event'))
    .at(-1);

/** Somebody with one passkey and nothing else. */
async function withPasskey(username: string, counts = true) {
  const token = await server.tokenOf(username);
  const key = authenticator(origin, { counts });
  const { options } = (await begin(token)).json;
  const added = await add(token, key.create(options));
  expect(added.status).toBe(200);
  return { token, key, codes: added.json.codes as readonly string[] };
}

/** The way in by a passkey, from the password on. */
async function enter(username: string, key: Authenticator, deviation: Deviation = {}) {
  const { ticket } = await signIn(username);
  const { options } = (await challenge(ticket)).json;
  return second(ticket, { credential: key.get(options, deviation) });
}

/** A fresh answer of the passkey for a change of how its owner signs in. */
async function proof(token: string, key: Authenticator, deviation: Deviation = {}) {
  const { options } = (await post('/user/second-factor/proof', {}, token)).json;
  return { credential: key.get(options, deviation) };
}

describe('a passkey', () => {
  it('is added with the password, and is a second factor with recovery codes of its own', async () => {
    const token = await server.tokenOf('otto');
    const wrong = await post('/user/passkeys/options', { password: 'not it' }, token);
    expect(wrong.json).toMatchObject({ status: 422, errors: [{ pointer: '/password' }] });
    const begun = await begin(token);
    asSaid('passkey.begin', begun.json);
    const { options } = begun.json;
    expect(options).toMatchObject({
      rp: { id: 'office.example.org', name: 'Cadastre' },
      user: { name: 'otto' },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required' },
      excludeCredentials: [],
    });
    const key = authenticator(origin);
    const added = await add(token, key.create(options), ' My phone ');
    asSaid('passkey.add', added.json);
    expect(new Set(added.json.codes).size).toBe(10);
    expect(lastEvent()).toBe('passkey-added');
    const list = await listed(token);
    asSaid('passkey.list', list);
    expect(list).toEqual([
      { id: expect.any(Number), name: 'My phone', created_at: expect.any(String), used_at: null },
    ]);
    const on = await state(token);
    asSaid('factor.get', on);
    expect(on).toMatchObject({
      on: true,
      code: false,
      passkeys: 1,
      codes_left: 10,
      passkeys_unavailable: null,
    });

    const answer = await signIn('otto');
    asSaid('session.signin', answer);
    expect(answer).toEqual({ ticket: expect.any(String), step: 'passkey' });
    const asked = await challenge(answer.ticket);
    asSaid('session.challenge', asked.json);
    expect(asked.json.options).toMatchObject({
      rpId: 'office.example.org',
      userVerification: 'required',
      allowCredentials: [{ id: key.id, transports: ['internal', 'hybrid'] }],
    });
    const entered = await second(answer.ticket, { credential: key.get(asked.json.options) });
    asSaid('session.second', entered.json);
    expect(entered.json.user.username).toBe('otto');
    // PostgreSQL writes no zeros at the end of a second.
    expect(Date.parse((await listed(token))[0].used_at)).toBe(server.context.now().getTime());
    // The ticket is spent.
    expect((await challenge(answer.ticket)).json).toMatchObject({ errors: [{ pointer: '/ticket' }] });
  });

  it('is asked by a challenge that is answered once, within five minutes, by the sign-in that asked', async () => {
    const { key } = await withPasskey('vera');
    const { ticket } = await signIn('vera');
    const { options } = (await challenge(ticket)).json;
    const other = await signIn('vera');
    expect((await second(other.ticket, { credential: key.get(options) })).status).toBe(422);
    // That answer was not its own, so the challenge waits still; a wrong answer of its own uses it up.
    expect((await second(ticket, { credential: key.get(options, { verified: false }) })).status).toBe(422);
    expect((await second(ticket, { credential: key.get(options) })).status).toBe(422);
    const late = (await challenge(ticket)).json.options;
    server.wait(5 * 60_000 + 1_000);
    expect((await second(ticket, { credential: key.get(late) })).status).toBe(422);
    const good = key.get((await challenge(ticket)).json.options);
    expect((await second(ticket, { credential: good })).status).toBe(200);
    const again = await signIn('vera');
    expect((await second(again.ticket, { credential: good })).status).toBe(422);
  });

  it.each<[string, Deviation]>([
    ['from another site', { origin: 'https://office.example.org.evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['to another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['of another ceremony', { type: 'webauthn.create' }],
    ['that nobody touched', { present: false }],
    ['that did not look who touched it', { verified: false }],
    ['with another signature', { key: foreignKey() }],
  ])('is refused %s', async (how, deviation) => {
    const username = `shows ${how}`;
    await server.addUser(username, 'viewer', '*');
    const { key } = await withPasskey(username);
    const refused = await enter(username, key, deviation);
    expect(refused.json).toMatchObject({ status: 422, code: 'refused' });
    expect(lastEvent()).toBe('second-factor-refused');
    expect((await enter(username, key)).status).toBe(200);
  });

  it.each<[string, Deviation]>([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['to a challenge that was not put', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
    ['that did not look who made it', { verified: false }],
    ['with the statement of its maker, which nobody asked for', { maker: true }],
  ])('is not added %s', async (how, deviation) => {
    const username = `adds ${how}`;
    await server.addUser(username, 'viewer', '*');
    const token = await server.tokenOf(username);
    const { options } = (await begin(token)).json;
    const key = authenticator(origin);
    expect((await add(token, key.create(options, deviation))).json).toMatchObject({ status: 422 });
    expect(lastEvent()).toBe('passkey-refused');
    // The challenge is used up, unless another one was answered.
    expect((await add(token, key.create(options))).status).toBe(deviation.challenge ? 200 : 422);
  });

  it('whose count of uses does not go on is refused and logged, and one that does not count is taken', async () => {
    const { key } = await withPasskey('ida');
    expect((await enter('ida', key, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 3, 0]) {
      const copied = await enter('ida', key, { counter });
      expect(copied.json.message).toContain('may have been copied');
      expect(lastEvent()).toBe('passkey-counter-went-back');
    }
    expect((await enter('ida', key, { counter: 8 })).status).toBe(200);
    const silent = await withPasskey('sam', false);
    for (let i = 0; i < 2; i++) expect((await enter('sam', silent.key, { counter: 0 })).status).toBe(200);
    // Of two at the same time with one count, one is the copy.
    const [one, two] = [await signIn('ida'), await signIn('ida')];
    const answers = [];
    for (const { ticket } of [one, two])
      answers.push(key.get((await challenge(ticket)).json.options, { counter: 9 }));
    const raced = await Promise.all([
      second(one.ticket, { credential: answers[0] }),
      second(two.ticket, { credential: answers[1] }),
    ]);
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('is stood in for by recovery codes, which a new app beside it leaves as they are', async () => {
    const { token, key, codes } = await withPasskey('uma');
    const [first = '', next = ''] = codes;
    expect((await second((await signIn('uma')).ticket, { code: first })).status).toBe(200);
    expect((await second((await signIn('uma')).ticket, { code: first })).status).toBe(422);
    expect((await state(token)).codes_left).toBe(9);
    expect((await post('/user/second-factor', { password }, token)).json).toMatchObject({
      errors: [{ pointer: '/code' }],
    });
    const app = await post('/user/second-factor', { password, ...(await proof(token, key)) }, token);
    expect(app.json.codes).toEqual([]);
    // A recovery code is no code of the app.
    const confirm = (code: string) => server.call('PUT', '/user/second-factor', { token, body: { code } });
    expect((await confirm(next)).status).toBe(422);
    const secret = new URL(app.json.url).searchParams.get('secret') ?? '';
    const bits = [...secret].map((c) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'),
    );
    const bytes = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
    const code = () => codeOf(bytes, stepAt(server.context.now()));
    expect((await confirm(code())).status).toBe(204);
    expect(await state(token)).toMatchObject({ code: true, passkeys: 1, codes_left: 9 });
    expect((await signIn('uma')).step).toBe('either');
    server.wait(60_000);
    expect((await second((await signIn('uma')).ticket, { code: code() })).status).toBe(200);
    expect((await enter('uma', key)).status).toBe(200);
    // Each stays on when the other goes, and the codes with it.
    server.wait(60_000);
    const off = await server.call('PUT', '/user/second-factor/off', {
      token,
      body: { password, ...(await proof(token, key)) },
    });
    expect(off.status).toBe(204);
    expect(await state(token)).toMatchObject({ on: true, code: false, codes_left: 9 });
    const renewed = await post(
      '/user/second-factor/codes',
      { password, ...(await proof(token, key)) },
      token,
    );
    expect(renewed.json.codes).toHaveLength(10);
    expect((await second((await signIn('uma')).ticket, { code: next })).status).toBe(422);
  });

  it('beside another one is added, and removed, by who shows a factor; names are free', async () => {
    const { token, key, codes } = await withPasskey('rex');
    expect((await begin(token)).json).toMatchObject({ errors: [{ pointer: '/code' }] });
    expect((await begin(token, { code: '000000' })).json).toMatchObject({ errors: [{ pointer: '/code' }] });
    // An answer that was made to sign in proves nothing here.
    const { ticket } = await signIn('rex');
    const meant = key.get((await challenge(ticket)).json.options);
    expect((await begin(token, { credential: meant })).status).toBe(422);
    const begun = await begin(token, await proof(token, key));
    expect(begun.json.options.excludeCredentials).toMatchObject([{ id: key.id }]);
    const other = authenticator(origin);
    expect((await add(token, other.create(begun.json.options), 'Key')).json.codes).toEqual([]);
    const [one, two] = await listed(token);
    const rename = (id: number, name: string, by = token) =>
      server.call('PUT', `/user/passkeys/${id}`, { token: by, body: { name } });
    expect((await rename(two.id, 'Green key')).status).toBe(204);
    expect((await rename(two.id, '  ')).status).toBe(400);
    expect((await listed(token)).map(({ name }: { name: string }) => name)).toEqual(['Laptop', 'Green key']);
    // Nobody else's.
    expect((await rename(two.id, 'Mine', admin)).status).toBe(404);
    expect((await remove(admin, two.id)).status).toBe(404);

    expect((await remove(token, one.id)).json).toMatchObject({ errors: [{ pointer: '/code' }] });
    expect((await remove(token, one.id, await proof(token, other))).status).toBe(204);
    expect((await enter('rex', other)).status).toBe(200);
    await expect(enter('rex', key)).rejects.toThrow('NotAllowedError');
    expect((await remove(token, two.id, { code: codes[2] })).status).toBe(204);
    expect(lastEvent()).toBe('passkey-removed');
    expect(await state(token)).toMatchObject({ on: false, since: null, codes_left: 0 });
    expect((await signIn('rex')).token).toBeTypeOf('string');
  });

  it('meets what an administrator demands, and the last one stays then', async () => {
    const { token, key } = await withPasskey('lena');
    const row = async () => {
      const { rows } = await server.database.owner((client) =>
        client.query<{ id: number }>(`select id from app_user where username = 'lena'`),
      );
      return (await server.call('GET', `/users/${rows[0]?.id}`, { token: admin })).json;
    };
    const { id, version, factor_on } = await row();
    expect(factor_on).toBe(true);
    const body = { version, factor_required: true };
    expect((await server.call('PUT', `/users/${id}`, { token: admin, body })).status).toBe(200);
    const { ticket, step } = await signIn('lena');
    expect(step).toBe('passkey');
    // Who has but the password begins no app beside it.
    expect((await post('/app/login/set-up', { ticket })).json.message).toContain('already');
    expect((await enter('lena', key)).status).toBe(200);
    const [only] = await listed(token);
    expect((await remove(token, only.id, await proof(token, key))).json.message).toContain('the only one');
    expect(await listed(token)).toHaveLength(1);
    expect((await state(token)).codes_left).toBe(10);

    const reset = () => server.call('PUT', `/users/${id}/second-factor-reset`, { token: admin });
    expect((await reset()).status).toBe(204);
    expect((await row()).factor_on).toBe(false);
    expect((await signIn('lena')).step).toBe('set-up');
    expect((await reset()).json.message).toBe('This user has no second factor.');
    expect((await server.call('GET', '/user/passkeys', { token })).status).toBe(401);
  });

  it('makes an app worthless that was begun before it', async () => {
    const token = await server.tokenOf('tom');
    const begun = await post('/user/second-factor', { password }, token);
    await withPasskey('tom');
    const secret = new URL(begun.json.url).searchParams.get('secret') ?? '';
    expect(secret).toHaveLength(32);
    const { rows } = await server.database.owner((client) =>
      client.query(
        `select f.user_id from user_factor f join app_user u on u.id = f.user_id where u.username = 'tom'`,
      ),
    );
    expect(rows).toEqual([]);
    expect((await second((await signIn('tom')).ticket, { code: begun.json.codes[0] })).status).toBe(422);
  });

  it('is tried as often as a code, and its tries count with those of codes', async () => {
    const { key } = await withPasskey('pia');
    const { ticket } = await signIn('pia');
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      const { options } = (await challenge(ticket)).json;
      const shown = i % 2 ? { code: '000000' } : { credential: key.get(options, { key: foreignKey() }) };
      statuses.push((await second(ticket, shown)).status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    server.wait(60_000);
    const { options } = (await challenge(ticket)).json;
    expect((await second(ticket, { credential: key.get(options) })).status).toBe(200);
    for (let i = 0; i < 19; i++) await challenge((await signIn('pia')).ticket);
    expect((await challenge((await signIn('pia')).ticket)).status).toBe(429);
  });

  it('cannot be added twice, nor by twenty-one', async () => {
    const { token, key } = await withPasskey('max');
    const again = (await begin(token, await proof(token, key))).json.options;
    const taken = key.create({ ...again, excludeCredentials: [] });
    expect((await add(token, taken)).json.message).toBe('This passkey is known already.');
    await server.database.owner((client) =>
      client.query(
        `insert into passkey (user_id, credential_id, public_key, counter, transports, name, created_at)
         select u.id, decode(lpad(i::text, 4, '0'), 'hex'), '\\x00', 0, '{}', 'More', now()
         from app_user u, generate_series(1, 19) i where u.username = 'max'`,
      ),
    );
    server.wait(60_000);
    const { options } = (await begin(token, await proof(token, key))).json;
    expect((await add(token, authenticator(origin).create(options))).json.message).toContain('20 passkeys');
  });
});

describe('without an https address or localhost', () => {
  it('passkeys are refused with the reason, and who has one signs in with a recovery code', async () => {
    const { codes, token } = await withPasskey('kim');
    const config = server.context.config as { publicUrl: string | null };
    config.publicUrl = 'http://10.1.2.3:4400';
    try {
      expect((await state(token)).passkeys_unavailable).toContain('reached by http');
      expect((await begin(token, { code: codes[1] })).json.message).toContain('reached by http');
      const { ticket, step } = await signIn('kim');
      expect(step).toBe('code');
      expect((await challenge(ticket)).json.message).toContain('reached by http');
      expect((await post('/user/second-factor/proof', {}, token)).json).toEqual({ options: null });
      expect((await second(ticket, { code: codes[0] })).status).toBe(200);
    } finally {
      config.publicUrl = `${origin}/cadastre`;
    }
  });
});

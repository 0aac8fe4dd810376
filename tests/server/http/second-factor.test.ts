import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { whoSignsIn } from '#server/access/sign-in.ts';
import { codeOf, stepAt } from '#server/access/totp.ts';
import { loadOperations } from '#server/definitions/load-operations.ts';
import { compileSchema, rejections } from '#server/plugins/schemas.ts';
import { password, startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await startTestApp();
  for (const name of ['otto', 'vera', 'eva', 'ida', 'uma', 'rex']) await server.addUser(name, 'viewer', '*');
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

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** What an app makes of the key that a person types. */
const secretOf = (key: string): Buffer => {
  const bits = [...key.replace(/ /g, '')]
    .map((c) => alphabet.indexOf(c).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};
const codeFor = (key: string, off = 0) => codeOf(secretOf(key), stepAt(server.context.now()) + off);

const signIn = (username: string) => server.call('POST', '/app/login', { body: { username, password } });
const second = (ticket: string, code: string) =>
  server.call('POST', '/app/login/second', { body: { ticket, code } });
const ticketOf = async (username: string): Promise<string> => (await signIn(username)).json.ticket;
const begin = (token: string, given = password) =>
  server.call('POST', '/user/second-factor', { token, body: { password: given } });
const confirm = (token: string, code: string) =>
  server.call('PUT', '/user/second-factor', { token, body: { code } });
const state = async (token: string) => (await server.call('GET', '/user/second-factor', { token })).json;

/** Sets a second factor up as the page does; the next code is of another period. */
async function turnOn(username: string) {
  const token = await server.tokenOf(username);
  const { key, codes } = (await begin(token)).json as { key: string; codes: readonly string[] };
  expect((await confirm(token, codeFor(key))).status).toBe(204);
  server.wait(60_000);
  return { token, key, codes };
}
const events = () =>
  server.log.entries
    .filter(({ kind }) => kind === 'security')
    .map(({ entry }) => Reflect.get(entry, 'event'));

describe('a second factor', () => {
  it('is set up with the password, and counts once a first code has proved it', async () => {
    const token = await server.tokenOf('otto');
    expect(await state(token)).toMatchObject({ on: false, since: null, codes_left: 0, required: false });
    expect((await begin(token, 'not it')).json).toMatchObject({
      status: 422,
      errors: [{ pointer: '/password', message: 'The current password is wrong' }],
    });
    const begun = await begin(token);
    asSaid('factor.begin', begun.json);
    const { url, key, codes } = begun.json;
    expect(new URL(url).searchParams.get('secret')).toBe(key.replace(/ /g, ''));
    expect(url).toMatch(/^otpauth:\/\/totp\/Cadastre:otto\?/);
    expect(new Set(codes).size).toBe(10);
    // Nothing is asked for yet, and a recovery code proves nothing.
    expect((await signIn('otto')).json.token).toBeTypeOf('string');
    expect((await confirm(token, codes[0])).status).toBe(422);
    expect((await confirm(token, codeFor(key, 5))).json).toMatchObject({ errors: [{ pointer: '/code' }] });
    expect((await confirm(token, codeFor(key))).status).toBe(204);
    const on = await state(token);
    asSaid('factor.get', on);
    expect(on).toMatchObject({ on: true, codes_left: 10 });
    expect((await begin(token)).json.message).toContain('already');

    const answer = await signIn('otto');
    asSaid('session.signin', answer.json);
    expect(answer.json).toEqual({ ticket: expect.any(String), step: 'code' });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await server.call('GET', '/app/userinfo', { token: answer.json.ticket })).status).toBe(401);
    server.wait(60_000);
    const entered = await second(answer.json.ticket, codeFor(key));
    asSaid('session.second', entered.json);
    expect(entered.json.user.username).toBe('otto');
    expect(String(entered.headers['set-cookie'])).toContain('cadastre_device=');
  });

  it('takes each code once, of the period before or after at most, and each ticket once', async () => {
    const { key } = await turnOn('vera');
    const ticket = await ticketOf('vera');
    for (const off of [-2, 2]) expect((await second(ticket, codeFor(key, off))).status).toBe(422);
    const late = codeFor(key, -1);
    expect((await second(ticket, late)).status).toBe(200);
    expect((await second(ticket, codeFor(key))).json).toMatchObject({ errors: [{ pointer: '/ticket' }] });
    const again = await ticketOf('vera');
    expect((await second(again, late)).json).toMatchObject({ errors: [{ pointer: '/code' }] });
    expect((await second(again, codeFor(key, 1))).status).toBe(200);
    // One that was passed by is taken no more.
    expect((await second(await ticketOf('vera'), codeFor(key))).status).toBe(422);
    server.wait(60_000);
    const [one, two] = [await ticketOf('vera'), await ticketOf('vera')];
    const raced = await Promise.all([second(one, codeFor(key)), second(two, codeFor(key))]);
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('is stood in for by recovery codes, each once, however they are typed', async () => {
    const { token, codes, key } = await turnOn('eva');
    const [first = '', other = ''] = codes;
    expect((await second(await ticketOf('eva'), first.toLowerCase().replace(/-/g, ' '))).status).toBe(200);
    expect((await second(await ticketOf('eva'), first)).status).toBe(422);
    expect((await state(token)).codes_left).toBe(9);
    const renewed = await server.call('POST', '/user/second-factor/codes', {
      token,
      body: { password, code: codeFor(key) },
    });
    asSaid('factor.codes', renewed.json);
    expect((await second(await ticketOf('eva'), other)).status).toBe(422);
    expect((await second(await ticketOf('eva'), renewed.json.codes[3])).status).toBe(200);
    expect((await state(token)).codes_left).toBe(9);
  });

  it('stops who guesses, by name and network, with a growing wait', async () => {
    const { key } = await turnOn('uma');
    const ticket = await ticketOf('uma');
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await second(ticket, '000000')).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    server.wait(60_000);
    expect((await second(ticket, codeFor(key))).status).toBe(200);
  });

  it('makes a sign-in that waited too long, or whose password changed meanwhile, begin again', async () => {
    const { key, token } = await turnOn('ida');
    const slow = await ticketOf('ida');
    server.wait(15 * 60_000);
    expect((await second(slow, codeFor(key))).json.message).toContain('Sign in again');
    const held = await ticketOf('ida');
    const body = { currPass: password, newPass: 'wrong mule dynamo' };
    expect((await server.call('PUT', '/user/change-password', { token, body })).status).toBe(204);
    expect((await second(held, codeFor(key))).json).toMatchObject({ errors: [{ pointer: '/ticket' }] });
    expect((await second('A'.repeat(43), codeFor(key))).status).toBe(422);
  });

  it('is turned off with password and code', async () => {
    const { token, key } = await turnOn('rex');
    const off = (given: string, code: string) =>
      server.call('PUT', '/user/second-factor/off', { token, body: { password: given, code } });
    expect((await off('not it', codeFor(key))).json.errors[0].pointer).toBe('/password');
    expect((await off(password, '000000')).json.errors[0].pointer).toBe('/code');
    expect((await off(password, codeFor(key))).status).toBe(204);
    expect((await signIn('rex')).json.token).toBeTypeOf('string');
  });

  it('lies sealed in the database, whose backup tells no secret and no code', async () => {
    await server.addUser('kept', 'viewer', '*');
    const { key, codes } = await turnOn('kept');
    const { rows } = await server.database.owner((client) =>
      client.query(
        `select encode(f.sealed, 'hex') as sealed, (select string_agg(encode(code_hash, 'hex') || code_hash::text, ' ')
           from recovery_code c where c.user_id = f.user_id) as codes
         from user_factor f join app_user u on u.id = f.user_id where u.username = 'kept'`,
      ),
    );
    const kept = JSON.stringify(rows);
    expect(kept).not.toContain(secretOf(key).toString('hex'));
    for (const code of codes) expect(kept).not.toContain(code.replace(/-/g, ''));
    const log = JSON.stringify(server.log.entries);
    for (const secret of [key, key.replace(/ /g, ''), ...codes]) expect(log).not.toContain(secret);
    // Sealed for one user it opens for no other.
    await server.addUser('thief', 'viewer', '*');
    await server.database.owner((client) =>
      client.query(
        `insert into user_factor (user_id, sealed, created_at, confirmed_at)
         select t.id, f.sealed, now(), now() from user_factor f join app_user u on u.id = f.user_id, app_user t
         where u.username = 'kept' and t.username = 'thief'`,
      ),
    );
    expect((await second(await ticketOf('thief'), codeFor(key))).status).toBe(422);
  });
});

describe('a second factor that is demanded', () => {
  const demand = async (value: string | null, token = admin) => {
    const where = `/settings/search`;
    const found = await server.call('POST', where, {
      token: admin,
      body: { searchType: 'simple', criteria: [{ fld: 'title', op: 'contains', val: 'Second factor' }] },
    });
    expect(found.status).toBe(200);
    const { rows } = await server.database.owner((client) =>
      client.query<{ id: number; version: number }>(
        `select id, version from setting where key = 'signin.second.factor'`,
      ),
    );
    const [row] = rows;
    return server.call('PUT', `/settings/${row?.id}`, {
      token,
      body: { version: row?.version, text: value },
    });
  };
  const asked = async (username: string) => (await whoSignsIn(server.context.database, username))?.demanded;

  it('of everybody, of administrators or of one user begins at their next sign-in', async () => {
    await server.addUser('lena', 'viewer', '*');
    await server.addUser('boss', 'administrator', '*');
    await server.addUser('copt', 'contractor', '*');
    expect(await asked('lena')).toBe(false);
    expect((await demand('sometimes')).json.errors[0]).toMatchObject({ pointer: '/text' });
    expect((await demand('administrators', await server.tokenOf('copt'))).json.message).toBe(
      'Who may administer the system changes this.',
    );
    expect((await demand('administrators')).status).toBe(200);
    expect([await asked('lena'), await asked('boss'), await asked('admin')]).toEqual([false, true, true]);
    expect((await demand('everybody')).status).toBe(200);
    expect(await asked('lena')).toBe(true);
    expect((await demand('nobody')).status).toBe(200);
    const { id, version } = await user('lena');
    const saved = await server.call('PUT', `/users/${id}`, {
      token: admin,
      body: { version, factor_required: true },
    });
    expect(saved.status).toBe(200);
    expect([await asked('lena'), await asked('boss')]).toEqual([true, false]);
  });

  const user = async (username: string) => {
    const { rows } = await server.database.owner((client) =>
      client.query<{ id: number }>('select id from app_user where username = $1', [username]),
    );
    return (await server.call('GET', `/users/${rows[0]?.id}`, { token: admin })).json;
  };

  it('is set up on the way in: nothing opens before the first code', async () => {
    const answer = await signIn('lena');
    expect(answer.json).toEqual({ ticket: expect.any(String), step: 'set-up' });
    const { ticket } = answer.json;
    // Without a secret no code is right.
    expect((await second(ticket, '000000')).status).toBe(422);
    const begun = await server.call('POST', '/app/login/set-up', { body: { ticket } });
    asSaid('session.setup', begun.json);
    const entered = await second(ticket, codeFor(begun.json.key));
    expect(entered.json.user.username).toBe('lena');
    expect(await state(entered.json.token)).toMatchObject({ on: true, required: true, codes_left: 10 });
    expect((await server.call('POST', '/app/login/set-up', { body: { ticket } })).status).toBe(422);
    // Whoever has but the password sets up no other one.
    const stolen = await ticketOf('lena');
    expect((await server.call('POST', '/app/login/set-up', { body: { ticket: stolen } })).status).toBe(422);
    server.wait(60_000);
    const off = await server.call('PUT', '/user/second-factor/off', {
      token: entered.json.token,
      body: { password, code: codeFor(begun.json.key) },
    });
    expect(off.json).toMatchObject({ status: 422, code: 'refused' });
  });

  it('is seen on the page of the user, and reset by who manages users', async () => {
    const { id, ...seen } = await user('lena');
    expect(seen).toMatchObject({ factor_on: true, factor_required: true });
    const session = (await second(await ticketOf('lena'), 'x')).status;
    expect(session).toBe(422);
    const reset = (token: string, of: number) =>
      server.call('PUT', `/users/${of}/second-factor-reset`, { token });
    await server.database.owner((client) =>
      client.query(
        `with r as (insert into role (name, title) values ('people', 'People') returning id),
           p as (insert into role_permission (role_id, perm) select id, 'userU' from r)
         insert into user_role (user_id, role_id) select u.id, r.id from app_user u, r where u.username = 'copt'`,
      ),
    );
    const people = await server.tokenOf('copt');
    // Nobody resets the factor of somebody who may more, and nobody their own this way.
    expect((await reset(people, 1)).status).toBe(422);
    expect((await reset(admin, 1)).json.message).toContain('My settings');
    expect((await reset(admin, id)).status).toBe(204);
    expect((await reset(admin, id)).json.message).toBe('This user has no second factor.');
    expect((await user('lena')).factor_on).toBe(false);
    expect((await signIn('lena')).json.step).toBe('set-up');
    expect(events()).toContain('second-factor-reset-by-administrator');
    for (const event of [
      'second-factor-on',
      'second-factor-refused',
      'second-factor-off',
      'recovery-codes-made',
    ])
      expect(events()).toContain(event);
  });
});

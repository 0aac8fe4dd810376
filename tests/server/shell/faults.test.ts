import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeResetToken } from '#server/access/reset-tokens.ts';
import type { DatabaseClient } from '#server/database/client.ts';
import { DatabaseDownError } from '#server/database/errors.ts';
import type { Database } from '#server/database/open-database.ts';
import { password, type Request, startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales } from '#tests/support/http-fixture.ts';

/** Lets the n-th query of a real database fail, once; 0 lets none fail. */
const fault = { at: 0, calls: 0, error: () => new Error('secret detail of the driver') };

/** Calls that are to fail; what the server asks by itself meanwhile, as its jobs do, takes no fault from them. */
const asked = new AsyncLocalStorage<true>();

function faulty(database: Database): Database {
  const wrap = <C extends DatabaseClient>(client: C): C => {
    const query: DatabaseClient['query'] = (text, values) => {
      if (asked.getStore()) fault.calls++;
      if (asked.getStore() && fault.calls === fault.at) return Promise.reject(fault.error());
      return client.query(text, values);
    };
    return { ...client, query };
  };
  return {
    ...database,
    read: (who, options, work) => database.read(who, options, (client) => work(wrap(client))),
    write: (who, work, options) => database.write(who, (client) => work(wrap(client)), options),
    owner: (work, options) => database.owner((client) => work(wrap(client)), options),
  };
}

let server: TestServer;
let token: string;
const known = { photo: 0, gone: 0, journey: 0, code: '', reset: '', note: 0 };
beforeAll(async () => {
  server = await startTestApp({ wrapDatabase: faulty });
  await addSales(server.database);
  for (const name of ['otto', 'forgetful']) await server.addUser(name, 'valuer', '*');
  token = await server.tokenOf('admin');
  const otto = await server.tokenOf('otto');
  known.photo = (await upload()).json.id;
  known.gone = (await upload()).json.id;
  const body = { title: 'Given', request_id: randomUUID() };
  known.journey = (await server.call('POST', '/journeys', { token, body })).json.id;
  const given = (await server.call('POST', '/journeys', { token: otto, body })).json.id;
  known.code = (await server.call('POST', `/journeys/${given}/handover`, { token: otto })).json.code;
  await server.database.owner(async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `insert into notification (to_user_id, notify_type) values (1, 'NOTEMESS') returning id`,
    );
    known.note = rows[0]?.id ?? 0;
  });
});
// The clock goes on with every call that is tried, and a link lives for an hour only.
beforeEach(() =>
  server.database.owner(async (client) => {
    const users = await client.query<{ id: number }>(`select id from app_user where username = 'forgetful'`);
    known.reset = await makeResetToken(client, users.rows[0]?.id ?? 0, server.context.now());
  }),
);
afterAll(() => server.close());

const bytes = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const asFile = { raw: bytes, headers: { 'content-type': 'application/octet-stream' } };
const upload = () => server.call('POST', '/photos/upload?name=a.jpg', { token, ...asFile });

const tables =
  `phrase_list phrase notification sysparam user_option attachment journey journey_stop journey_handover audit
  password_reset`.split(/\s+/);
async function stateOf(): Promise<unknown> {
  const folder = join(server.context.config.dataDir, 'photos');
  return server.database.owner(async (client) => {
    const state: unknown[] = [existsSync(folder) ? readdirSync(folder).length : 0];
    for (const table of tables) {
      const text = `select jsonb_agg(to_jsonb(t) order by t.id)::text as rows from ${table} t`;
      state.push([table, (await client.query(text)).rows]);
    }
    const people = `select u.id, u.version, u.full_name, p.password_hash
      from app_user u join user_password p on p.user_id = u.id order by u.id`;
    const sessions = 'select id, revoked_at, expires_at from session order by id';
    return [...state, (await client.query(people)).rows, (await client.query(sessions)).rows];
  });
}

const writes: readonly (readonly [string, string, () => string, () => Request])[] = [
  [
    'phrase.save',
    'PUT',
    () => '/phrases/x',
    () => ({ body: { phrasetype: 'company', version: 0, phrases: [{ content: 'A' }, { content: 'B' }] } }),
  ],
  [
    'notification.send',
    'POST',
    () => '/notifications',
    () => ({ body: { to_user_id: [1, 2], notify_type: 'NOTEMESS', notify_detail: { text: 'A' } } }),
  ],
  ['notification.markread', 'PUT', () => `/notifications/${known.note}/markread`, () => ({})],
  ['notification.markarchive', 'PUT', () => `/notifications/${known.note}/markarchive`, () => ({})],
  [
    'sysparam.save',
    'PUT',
    () => '/app/sysparams',
    () => ({ body: { __forceUpdate__: true, RVWSTAGE: '1', NTFYANAS: '0' } }),
  ],
  [
    'option.save',
    'PUT',
    () => '/useroptions',
    () => ({ body: { a: 1, 'mvp4.session.expiry': server.context.now().getTime() + 7_200_000 } }),
  ],
  ['user.save', 'PUT', () => '/user/profile', () => ({ body: { __forceUpdate__: true, full_name: 'Ada' } })],
  ['app.seen', 'PUT', () => '/app/updates/seen', () => ({ body: { id: 2 } })],
  ['photo.upload', 'POST', () => '/photos/upload?name=b.jpg', () => asFile],
  ['photo.rotate', 'PUT', () => `/photos/${known.photo}/rotate`, () => ({ body: { turn: 'left' } })],
  [
    'photo.assign',
    'PUT',
    () => `/photos/${known.photo}`,
    () => ({ body: { __forceUpdate__: true, item_type: 'SA', item_id: 1 } }),
  ],
  ['photo.delete', 'DELETE', () => `/photos/${known.gone}?version=1`, () => ({})],
  [
    'journey.create',
    'POST',
    () => '/journeys',
    () => ({ body: { title: 'A', stops: [], request_id: randomUUID() } }),
  ],
  [
    'journey.save',
    'PUT',
    () => `/journeys/${known.journey}`,
    () => ({ body: { __forceUpdate__: true, title: 'B', stops: [] } }),
  ],
  ['journey.handover', 'POST', () => `/journeys/${known.journey}/handover`, () => ({})],
  ['journey.take', 'POST', () => '/journeys/take', () => ({ body: { code: known.code } })],
  ['journey.delete', 'DELETE', () => `/journeys/${known.journey}?version=2`, () => ({})],
  [
    'password.reset',
    'PUT',
    () => '/app/reset-password',
    () => ({ body: { token: known.reset, newPass: 'wrong mule dynamo' } }),
  ],
  [
    'password.change',
    'PUT',
    () => '/user/change-password',
    () => ({ body: { currPass: password, newPass: 'wrong mule dynamo' } }),
  ],
];

describe('a fault of the database', () => {
  it.each(writes)('lets %s change nothing, whichever call fails', async (id, method, path, request) => {
    const before = await stateOf();
    for (let n = 1; ; n++) {
      // The session is read anew with every call, and no limit is met.
      server.wait(61_000);
      const told = { token, ...request() };
      Object.assign(fault, { at: n, calls: 0 });
      const answer = await asked.run(true, () => server.call(method, path(), told));
      Object.assign(fault, { at: 0 });
      if (answer.status < 300) {
        expect([id, n > 1, await stateOf()]).not.toEqual([id, n > 1, before]);
        return;
      }
      expect([id, n, answer.status, answer.json.message]).toEqual([
        id,
        n,
        500,
        expect.stringContaining('Nothing was saved'),
      ]);
      expect(answer.text).not.toContain('secret detail');
      expect([id, n, await stateOf()]).toEqual([id, n, before]);
    }
  });

  it('is told as 503 by what only reads, too', async () => {
    for (const path of [
      '/notifications/poll',
      '/app/sysparams',
      '/phrases/geteditormenu/x',
      '/app/backups',
      '/app/server',
      '/journeys',
      '/photos',
    ]) {
      server.wait(2_000);
      Object.assign(fault, { at: 1, calls: 0, error: () => new DatabaseDownError('gone') });
      const answer = await asked.run(true, () => server.call('GET', path, { token }));
      Object.assign(fault, { at: 0 });
      expect([path, answer.status, answer.json.code]).toEqual([path, 503, 'database-down']);
      expect((await server.call('GET', path, { token })).status).toBe(200);
    }
  });

  it('does not say that a letter is on its way when the name could not be looked up', async () => {
    Object.assign(fault, { at: 1, calls: 0, error: () => new DatabaseDownError('gone') });
    const answer = await asked.run(true, () =>
      server.call('POST', '/app/reset-password', { body: { username: 'nobody' } }),
    );
    Object.assign(fault, { at: 0 });
    expect(answer.status).toBe(503);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { createContext } from '#server/context.ts';
import { type Answer, envelope, screenFiles, startTestApp, type TestServer } from '#tests/support/http.ts';
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
const note = (route = '/note', more: object = {}) => ({
  format: 1,
  id: 'note',
  route,
  title: 'Note',
  blocks: [{ id: 'a', type: 'text', text: 'Hello' }],
  ...more,
});
const idOf = (path: string) => path.replace(/^screens\/|\.json$/g, '');

async function entries(
  token: string | null = admin,
): Promise<readonly { id: string; route: string; hash: string }[]> {
  return (await server.call('GET', '/definitions', { token })).json.entries;
}
const entryOf = async (id: string, token = admin) => (await entries(token)).find((entry) => entry.id === id);
const withFiles = (files: { readonly [path: string]: object | string }) =>
  server.reload(screenFiles({ ...screens, ...files }));

/** Puts a text in force that no check has seen, as an older engine or an older checkout may have. */
async function forceInto(path: string, text: string): Promise<void> {
  await server.database.owner((client) =>
    client.query(
      `insert into definition_version (path, version, action, content, hash, note)
       values ($1::text, (select coalesce(max(version), 0) + 1 from definition_version where path = $1::text),
         'publish', $2::text, md5($2::text), 'Forced')`,
      [path, text],
    ),
  );
  await server.context.studio.reload();
}

const touched = new Set<string>();
const publish = (path: string, definition: object | string) => {
  touched.add(path);
  return studio.publish(path, definition);
};
afterEach(async () => {
  await withFiles({});
  for (const path of [...touched].reverse()) {
    const { status } = await studio.get('definition', { path });
    if (status === 200) await studio.withdraw(path);
  }
  touched.clear();
});

describe('published definitions beside files that move on', () => {
  it('do not outlive a right that the file has gained', async () => {
    expect((await publish(found, { ...screens[found], title: 'Published' })).status).toBe(200);
    expect(await entryOf('found', viewer)).toBeDefined();
    await withFiles({ [found]: { ...screens[found], needs: 'admnU' } });
    expect(await entryOf('found', viewer)).toBeUndefined();
    const entry = await entryOf('found');
    expect((await server.call('GET', `/definitions/${entry?.hash}`, { token: admin })).json.code).toBe(
      'definition-broken',
    );
    const { json } = await studio.get('definition', { path: found });
    expect([json.state, json.findings[0].rule]).toEqual(['broken', 'widened-access']);
    expect((await entries()).length).toBe(Object.keys(screens).length - 2);
  });

  it.each(['screens/aaa.json', 'screens/zzz.json'])(
    'give way to the page of a file that takes their route: %s',
    async (path) => {
      expect((await publish('screens/note.json', note())).status).toBe(200);
      await withFiles({ [path]: note('/note', { id: idOf(path), title: 'The file' }) });
      const owners = (await entries()).filter(({ route }) => route === '/note');
      expect(owners.map(({ id }) => id)).toEqual([idOf(path)]);
      const answer = await server.call('GET', `/definitions/${owners[0]?.hash}`, { token: admin });
      expect([answer.status, answer.json.title]).toEqual([200, 'The file']);
      expect((await studio.get('definition', { path: 'screens/note.json' })).json.state).toBe('broken');
    },
  );

  it('show on the route of the file that they cannot be read', async () => {
    touched.add(found);
    await forceInto(found, '{ "half": ');
    const entry = await entryOf('found');
    expect(entry?.route).toBe(screens[found].route);
    const answer = await server.call('GET', `/definitions/${entry?.hash}`, { token: admin });
    expect(answer.json.code).toBe('definition-broken');
    const open = await entryOf('open');
    expect((await server.call('GET', `/definitions/${open?.hash}`, { token: admin })).status).toBe(200);
  });

  it('leave a code table to its file when another definition would suffer', async () => {
    const table = 'schemas/codes/typeBy.json';
    touched.add(table);
    const { json } = await studio.get('definition', { path: table });
    const before = server.context.definitions.current().codes.get('typeBy');
    await forceInto(table, JSON.stringify({ ...JSON.parse(json.text), id: 'elsewhere' }));
    expect(server.context.definitions.current().codes.get('typeBy')).toEqual(before);
    expect((await studio.get('definition', { path: table })).json.state).toBe('broken');
  });

  it('are in force from the start of a process, and soon in every other one', async () => {
    expect((await publish(found, { ...screens[found], title: 'Before the start' })).status).toBe(200);
    const other = createContext(server.context.config, server.database, {
      log: server.log,
      readFiles: () => [...server.context.studio.standing().files.values()],
    });
    await other.studio.reload();
    const title = () => other.definitions.current().screens.get('found')?.screen.title;
    expect(title()).toBe('Before the start');
    const stop = other.studio.follow((error) => {
      throw error;
    });
    expect((await publish(found, { ...screens[found], title: 'While it runs' })).status).toBe(200);
    await expect.poll(title).toBe('While it runs');
    stop();
  });
});

describe('publishing', () => {
  it('refuses what would break another page, also by taking something away', async () => {
    expect((await publish('screens/note.json', note())).status).toBe(200);
    const link = note('/more', {
      id: 'more',
      buttons: [{ id: 'go', label: 'Go', on: [{ type: 'navigate', to: '/note' }] }],
    });
    expect((await publish('screens/more.json', link)).status).toBe(200);
    const { json } = await studio.get('definition', { path: 'screens/note.json' });
    const answer = await studio.post('withdraw', {
      path: 'screens/note.json',
      base_hash: json.base_hash,
      note: 'Gone',
    });
    expect([answer.status, answer.json.code]).toEqual([422, 'definition-refused']);
    expect(answer.json.message).toContain('screens/more.json');
    expect(await entryOf('note')).toBeDefined();
  });

  it('lets one of two pages win that would take the same route at once', async () => {
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((id) => publish(`screens/${id}.json`, note('/same', { id }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect((await entries()).filter(({ route }) => route === '/same')).toHaveLength(1);
  });

  it('lets one of twelve editors win who work on two servers', async () => {
    const other = createContext(server.context.config, server.database, {
      log: server.log,
      readFiles: () => [...server.context.studio.standing().files.values()],
    });
    await other.studio.reload();
    const second = await buildApp(other);
    const { json } = await studio.get('definition', { path: found });
    touched.add(found);
    const draft = await studio.keep(found, JSON.stringify({ ...screens[found], title: 'Race' }));
    const body = { path: found, draft_version: draft.json.version, base_hash: json.base_hash, note: 'Race' };
    const there = async () => {
      const answer = await second.inject({
        method: 'POST',
        url: '/api/studio/publish',
        headers: { authorization: `JWT ${admin}`, 'content-type': 'application/json' },
        payload: envelope(body),
      });
      return answer.statusCode;
    };
    const here = async () => (await studio.post('publish', body)).status;
    const statuses = await Promise.all(
      Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? here() : there())),
    );
    await second.close();
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
    const { rows } = await server.database.owner((client) =>
      client.query(`select from definition_version where path = $1::text and note = 'Race'`, [found]),
    );
    expect(rows).toHaveLength(1);
  });

  it('keeps the draft and writes nothing when the audit cannot be written', async () => {
    const rows = () =>
      server.database.owner(
        async (client) => (await client.query('select from definition_version')).rowCount,
      );
    const before = await rows();
    await server.database.owner(async (client) => {
      await client.query(
        `create function fail_now() returns trigger language plpgsql as $$ begin raise 'no'; end $$`,
      );
      await client.query(
        'create trigger fail_now before insert on audit for each row execute function fail_now()',
      );
    });
    const answer = await publish(found, { ...screens[found], title: 'Half' });
    await server.database.owner((client) => client.query('drop function fail_now cascade'));
    expect(answer.status).toBe(500);
    expect(await rows()).toBe(before);
    expect((await studio.get('definition', { path: found })).json.state).toBe('draft');
    expect((await publish(found, { ...screens[found], title: 'Whole' })).status).toBe(200);
  });

  it('has nothing to withdraw where nothing is published', async () => {
    const { json } = await studio.get('definition', { path: found });
    const answer = await studio.post('withdraw', { path: found, base_hash: json.base_hash, note: 'x' });
    expect([answer.status, answer.json.code]).toEqual([404, 'not-found']);
  });

  it('keeps the right that a field demands', async () => {
    const path = 'schemas/forms/guarded.json';
    const form = (field: object) => ({
      $id: 'guarded',
      title: 'Guarded',
      type: 'object',
      properties: { price: { type: 'integer', title: 'Price', ...field } },
    });
    await withFiles({ [path]: form({ permission: 'admnU' }) });
    expect(await studio.rulesOf(path, form({ permission: 'admnU', minimum: 1 }))).toEqual([]);
    expect(await studio.rulesOf(path, form({ permission: 'saleV' }))).toEqual(['widened-access']);
    expect(await studio.rulesOf(path, form({}))).toEqual(['widened-access']);
  });

  it('lets access be narrowed', async () => {
    expect(
      (await publish('screens/open.json', { ...screens['screens/open.json'], access: 'auth' })).status,
    ).toBe(200);
    expect((await entries(null)).map(({ id }) => id)).not.toContain('open');
  });

  it('changes the manifest of everyone when the menu changes', async () => {
    const tag = async () => (await server.call('GET', '/definitions', { token: viewer })).headers.etag;
    const before = await tag();
    expect(
      (await publish('screens/menu.json', { items: [{ title: 'Only', action: '/found/x' }] })).status,
    ).toBe(200);
    expect(await tag()).not.toBe(before);
    const { json } = await server.call('GET', '/app/userinfo', { token: viewer });
    expect(json.userInfo.menu.map(({ title }: { title: string }) => title)).toEqual(['Only']);
  });

  it('tells by its own answer that definitions changed', async () => {
    const stamp = (answer: Answer) => answer.headers['x-cadastre-definitions'];
    const before = stamp(await studio.get('definition', { path: found }));
    const health = await server.call('GET', '/health');
    // Of somebody it tells their rights besides.
    expect(`${before}`.startsWith(`${stamp(health)}`)).toBe(true);
    const answer = await publish(found, { ...screens[found], title: 'Stamped' });
    expect([answer.status, typeof before, stamp(answer) === before]).toEqual([200, 'string', false]);
    await studio.withdraw(found);
    expect(stamp(await studio.get('definition', { path: found }))).toBe(before);
  });
});

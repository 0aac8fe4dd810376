// Longer than most: one server, over which each case publishes and takes back.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';

let server: TestServer;
let admin: string;
let viewer: string;

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

type Screen = { [key: string]: unknown } & { blocks: { [key: string]: unknown }[] };
const copyOf = (path: keyof typeof screens) => structuredClone(screens[path]) as unknown as Screen;
const textOf = (value: object) => JSON.stringify(value, null, 2);

const get = (path: string, query: object = {}, token = admin): Promise<Answer> => {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  return server.call('GET', `/studio/${path}?${search}`, { token });
};
const post = (path: string, body: object, token = admin): Promise<Answer> =>
  server.call('POST', `/studio/${path}`, { token, body });
const keep = async (path: string, text: string, version: number | null = null): Promise<Answer> =>
  server.call('PUT', '/studio/draft', { token: admin, body: { path, text, version } });

/** Draft and publish in one go; the answer is that of the publish. */
async function publish(path: string, text: string, note = 'A try'): Promise<Answer> {
  const { json } = await get('definition', { path });
  const draft = await keep(path, text, json?.draft?.version ?? null);
  expect(draft.status, draft.text).toBe(200);
  return post('publish', {
    path,
    draft_version: draft.json.version,
    base_hash: json?.base_hash ?? null,
    note,
  });
}

async function withdraw(path: string): Promise<void> {
  const { json } = await get('definition', { path });
  if (json.draft) await post('discard', { path, version: json.draft.version });
  if (json.published) await post('withdraw', { path, base_hash: json.base_hash, note: 'Back' });
}

async function manifestEntry(
  id: string,
  token = admin,
): Promise<{ hash: string; title: string } | undefined> {
  const { json } = await server.call('GET', '/definitions', { token });
  return json.entries.find((entry: { id: string }) => entry.id === id);
}

describe('publishing definitions', () => {
  it('puts a draft in force over the file, tells who, when and why, and takes it back', async () => {
    const before = await manifestEntry('found');
    const screen = { ...copyOf(found), title: 'What was found' };
    const answer = await publish(found, textOf(screen), 'Clearer');
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.version).toBe(1);
    const after = await manifestEntry('found');
    expect(after?.title).toBe('What was found');
    expect(after?.hash).not.toBe(before?.hash);
    const state = (await get('definition', { path: found })).json;
    expect([state.state, state.draft, state.published.note]).toEqual(['published', null, 'Clearer']);
    const { json: history } = await get('history', { path: found });
    expect(history.items).toMatchObject([{ version: 1, action: 'publish', note: 'Clearer' }]);
    expect(Date.parse(history.items[0].at)).toBeGreaterThan(0);
    expect(history.items[0].by).toBeTruthy();
    const exported = await get('export', { path: found });
    expect(JSON.parse(exported.text).title).toBe('What was found');

    const back = await post('withdraw', { path: found, base_hash: state.base_hash, note: 'Not yet' });
    expect(back.status, back.text).toBe(200);
    expect((await manifestEntry('found'))?.hash).toBe(before?.hash);
  });

  it('still answers what it replaced to whoever was told of it, as long as the page is theirs to see', async () => {
    const before = await manifestEntry('found', viewer);
    const old = (token: string | null) => server.call('GET', `/definitions/${before?.hash}`, { token });
    expect((await publish(found, textOf({ ...copyOf(found), title: 'Newer' }))).status).toBe(200);
    expect((await manifestEntry('found', viewer))?.hash).not.toBe(before?.hash);
    const answer = await old(viewer);
    expect([answer.status, answer.json?.title]).toEqual([200, copyOf(found).title]);
    expect((await old(null)).status).toBe(404);
    await withdraw(found);
  });

  it('rolls back to an earlier version by a new one', async () => {
    const named = (title: string) => textOf({ ...copyOf(found), title });
    expect((await publish(found, named('First'))).status).toBe(200);
    expect((await publish(found, named('Second'))).status).toBe(200);
    const { json: history } = await get('history', { path: found });
    const first = history.items[1];
    const { base_hash } = (await get('definition', { path: found })).json;
    const answer = await post('rollback', {
      path: found,
      version: first.version,
      base_hash,
      note: 'Was better',
    });
    expect(answer.status, answer.text).toBe(200);
    expect((await manifestEntry('found'))?.title).toBe('First');
    const after = (await get('history', { path: found })).json.items;
    expect(after[0]).toMatchObject({ action: 'rollback', version: history.items[0].version + 1 });
    const { json: old } = await get('version', { path: found, version: first.version });
    expect(JSON.parse(old.content).title).toBe('First');
    await withdraw(found);
  });

  it('answers a stale publish with what is in force and a readable difference', async () => {
    const { base_hash } = (await get('definition', { path: found })).json;
    const mine = copyOf(found);
    (mine.blocks[0]?.columns as { title?: string }[])[1] = { id: 'address', title: 'Place' } as {
      title: string;
    };
    expect((await publish(found, textOf({ ...copyOf(found), title: 'Theirs' }))).status).toBe(200);
    const draft = await keep(found, textOf(mine));
    const stale = await post('publish', {
      path: found,
      draft_version: draft.json.version,
      base_hash,
      note: 'Mine',
    });
    expect([stale.status, stale.json.code]).toEqual([409, 'stale']);
    const sentences = stale.json.difference.changes.map(({ sentence }: { sentence: string }) => sentence);
    expect(sentences).toContain('title Theirs → Found');
    expect(sentences).toContain('block list, column Place: title Where → Place');
    expect(stale.json.difference.text).toContain('-  "title": "Theirs"');
    expect((await manifestEntry('found'))?.title).toBe('Theirs');
    await withdraw(found);
  });

  it('lets one of twelve editors win', async () => {
    const { base_hash } = (await get('definition', { path: found })).json;
    const draft = await keep(found, textOf({ ...copyOf(found), title: 'Race' }));
    const body = { path: found, draft_version: draft.json.version, base_hash, note: 'Race' };
    const answers = await Promise.all(Array.from({ length: 12 }, () => post('publish', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual(
      [200, ...Array.from({ length: 11 }, () => 409)].sort(),
    );
    const { rows } = await server.database.owner((client) =>
      client.query(`select from definition_version where path = $1 and note = 'Race'`, [found]),
    );
    expect(rows).toHaveLength(1);
    await withdraw(found);
  });

  it('keeps one draft and refuses a second writer', async () => {
    const first = await keep(found, '{ "half": ');
    expect([first.status, first.json.findings[0].rule]).toEqual([200, 'json-syntax']);
    expect((await keep(found, 'mine too')).status).toBe(409);
    const second = await keep(found, textOf(copyOf(found)), first.json.version);
    expect([second.status, second.json.findings]).toEqual([200, []]);
    expect((await keep(found, 'late', first.json.version)).status).toBe(409);
    expect((await get('definition', { path: found })).json.state).toBe('draft');
    await withdraw(found);
  });

  it('refuses mistakes with their place, and leaves what is in force', async () => {
    const screen = copyOf(found);
    Object.assign(screen.blocks[0] ?? {}, { collumns: [] });
    const answer = await publish(found, textOf(screen));
    expect([answer.status, answer.json.code]).toEqual([422, 'definition-refused']);
    expect(answer.json.findings[0]).toMatchObject({ file: found, rule: 'unknown-key' });
    expect(answer.json.findings[0].line).toBeGreaterThan(1);
    expect((await get('check', {})).status).toBe(404);
    await withdraw(found);
  });

  it.each([
    ['wider access', (screen: Screen) => Object.assign(screen, { access: 'public' }), 'widened-access'],
    ['another right', (screen: Screen) => Object.assign(screen, { needs: 'propV' }), 'widened-access'],
    ['no right', (screen: Screen) => delete screen.needs, 'widened-access'],
    [
      'a reserved route',
      (screen: Screen) => Object.assign(screen, { alias: ['/app/login'] }),
      'reserved-route',
    ],
    [
      'another query',
      (screen: Screen) =>
        Object.assign(screen, { data: { ...(screen.data as object), more: { sql: 'other' } } }),
      'published-query',
    ],
  ])('refuses %s', async (_, change, rule) => {
    const screen = copyOf(counts);
    change(screen);
    const { json } = await post('check', { path: counts, text: textOf(screen) });
    expect(json.findings.map((finding: { rule: string }) => finding.rule)).toContain(rule);
    const answer = await publish(counts, textOf(screen));
    expect([answer.status, answer.json.code]).toEqual([422, 'definition-refused']);
    await withdraw(counts);
  });

  it('lets a new screen be published, but never one that brings SQL of another', async () => {
    const path = 'screens/report/own.json';
    const screen: Screen = { ...copyOf(counts), id: 'report/own', route: '/report/own/:dst' };
    delete screen.needs;
    const answer = await publish(path, textOf(screen));
    expect(answer.json.findings.map((finding: { rule: string }) => finding.rule)).toContain(
      'published-query',
    );
    await withdraw(path);
    const note = {
      format: 1,
      id: 'note',
      route: '/note',
      title: 'Note',
      blocks: [{ id: 'a', type: 'text', text: 'Hello' }],
    };
    expect((await publish('screens/note.json', textOf(note))).status).toBe(200);
    const shown = await manifestEntry('note', viewer);
    expect(shown?.title).toBe('Note');
    await withdraw('screens/note.json');
    // What is taken away is not answered to whoever was told of it either.
    const gone = await server.call('GET', `/definitions/${shown?.hash}`, { token: viewer });
    expect(gone.status).toBe(404);
    expect(await manifestEntry('note', viewer)).toBeUndefined();
  });

  it.each([
    ['an expression', { encoding: { x: { field: 'purchase_price', scale: { expr: 'now()' } } } }],
    ['a URL', { data: { url: 'https://example.org/a.json' } }],
    ['a link', { encoding: { href: { value: 'https://example.org' } } }],
    ['a parameter', { params: [{ name: 'brush', select: 'interval' }] }],
  ])('refuses a chart with %s', async (_, more) => {
    const screen = copyOf(counts);
    const encoding = { x: { field: 'purchase_price', type: 'quantitative' }, y: { aggregate: 'count' } };
    const spec: { [key: string]: unknown } = { mark: 'bar', encoding };
    for (const [key, value] of Object.entries(more))
      spec[key] = key === 'encoding' ? { ...encoding, ...(value as object) } : value;
    screen.blocks.push({ id: 'plot', type: 'chart', data: 'rows', spec });
    const answer = await publish(counts, textOf(screen));
    expect([answer.status, answer.json.code]).toEqual([422, 'definition-refused']);
    await withdraw(counts);
  });

  it('publishes no kind that decides what the server reads or allows, and no file from elsewhere', async () => {
    for (const path of ['schemas/entities/sale.json', 'schemas/operations/record.get.json'])
      expect((await keep(path, '{}')).status).toBe(422);
    for (const path of [
      '../package.json',
      'screens/../package.json',
      'src/a.json',
      'screens/a.sql',
      '/etc/passwd',
    ])
      expect((await keep(path, '{}')).status).toBe(404);
  });

  it('shows a published screen that the engine no longer accepts on its own route only, and repairs nothing silently', async () => {
    // What an older engine accepted is written past the checks.
    await server.database.owner((client) =>
      client.query(
        `insert into definition_version (path, version, action, content, hash, note)
         values ('screens/found.json', (select coalesce(max(version), 0) + 1 from definition_version where path = 'screens/found.json'),
           'publish', $1, 'old', 'Older engine')`,
        [textOf({ ...copyOf(found), blocks: [{ id: 'x', type: 'gone' }] })],
      ),
    );
    await server.context.studio.reload();
    const entry = await manifestEntry('found');
    const answer = await server.call('GET', `/definitions/${entry?.hash}`, { token: admin });
    expect(answer.json.code).toBe('definition-broken');
    expect((await manifestEntry('report/counts'))?.hash).toBeTruthy();
    const state = (await get('definition', { path: found })).json;
    expect([state.state, state.findings[0].rule]).toEqual(['broken', 'unknown-block']);
    await withdraw(found);
    expect((await get('definition', { path: found })).json.state).toBe('file');
  });

  it('keeps the menu of the file in force when a published one is no longer accepted', async () => {
    await server.database.owner((client) =>
      client.query(
        `insert into definition_version (path, version, action, content, hash, note)
         values ('screens/menu.json', 1, 'publish', '{"items": 7}', 'old', 'Older engine')`,
      ),
    );
    await server.context.studio.reload();
    const { json } = await server.call('GET', '/app/userinfo', { token: admin });
    expect(json.userInfo?.menu?.length ?? json.menu?.length).toBeGreaterThan(0);
    expect((await get('definition', { path: 'screens/menu.json' })).json.state).toBe('broken');
    await withdraw('screens/menu.json');
  });

  it('refuses what would break another definition', async () => {
    const codes = 'schemas/codes/natureOfProperty.json';
    const { json } = await get('definition', { path: codes });
    const table = JSON.parse(json.text);
    const answer = await publish(codes, textOf({ ...table, id: 'nature' }));
    expect([answer.status, answer.json.code]).toEqual([422, 'definition-refused']);
    await withdraw(codes);
  });

  it('tells drift when the file moves on', async () => {
    await publish(found, textOf({ ...copyOf(found), title: 'Published' }));
    const files = Object.entries({ ...screens, [found]: { ...copyOf(found), title: 'Moved on' } });
    await server.reload(
      files.map(([path, content]) => ({
        path,
        bytes: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
      })),
    );
    expect((await get('definition', { path: found })).json.state).toBe('drifted');
    const { json } = await get('difference', { path: found, from: 'file', to: 'published' });
    expect(json.changes).toEqual([{ pointer: '/title', sentence: 'title Moved on → Published' }]);
    const { json: list } = await get('definitions');
    const row = list.items.find((item: { path: string }) => item.path === found);
    expect([row.state, row.version]).toEqual(['drifted', expect.any(Number)]);
    await withdraw(found);
  });

  it('takes up what another process publishes', async () => {
    const stop = server.context.studio.follow((error) => {
      throw error;
    });
    await server.database.owner((client) =>
      client.query(
        `insert into definition_version (path, version, action, content, hash, note)
         values ('screens/elsewhere.json', 1, 'publish', $1, 'x', 'From the other process')`,
        [textOf({ format: 1, id: 'elsewhere', route: '/elsewhere', title: 'Elsewhere', blocks: [] })],
      ),
    );
    await expect.poll(() => manifestEntry('elsewhere')).toBeDefined();
    stop();
  });

  it('writes an audit row and a line of the security log with every version', async () => {
    const before = server.log.entries.length;
    await publish(found, textOf({ ...copyOf(found), title: 'Audited' }));
    const { rows } = await server.database.owner((client) =>
      client.query<{ user_id: number; fields: object }>(
        `select user_id, fields from audit where table_name = 'definition_version' order by id desc limit 1`,
      ),
    );
    expect(Number(rows[0]?.user_id)).toBe(1);
    expect(Object.keys(rows[0]?.fields ?? {})).toEqual([found]);
    expect(server.log.entries.slice(before)).toContainEqual({
      kind: 'security',
      entry: expect.objectContaining({ event: 'definition', path: found, action: 'publish' }),
    });
    await withdraw(found);
  });

  it('is for those alone who have the right', async () => {
    const calls: readonly (readonly [string, string, object?])[] = [
      ['GET', '/studio/definitions'],
      ['GET', `/studio/definition?path=${found}`],
      ['POST', '/studio/check', { path: found, text: '{}' }],
      ['PUT', '/studio/draft', { path: found, text: '{}', version: null }],
      ['POST', '/studio/discard', { path: found, version: 1 }],
      ['POST', '/studio/preview', { path: found, text: '{}' }],
      ['POST', '/studio/publish', { path: found, draft_version: 1, base_hash: null, note: 'x' }],
      ['GET', `/studio/history?path=${found}`],
      ['GET', `/studio/version?path=${found}&version=1`],
      ['POST', '/studio/rollback', { path: found, version: 1, base_hash: null, note: 'x' }],
      ['POST', '/studio/withdraw', { path: found, base_hash: null, note: 'x' }],
      ['GET', `/studio/difference?path=${found}&from=file&to=draft`],
      ['GET', `/studio/export?path=${found}`],
      ['GET', `/studio/schema?path=${found}`],
      ['GET', '/studio/people'],
    ];
    for (const [method, path, body] of calls) {
      const refused = await server.call(method, path, { token: viewer, ...(body ? { body } : {}) });
      expect([path, refused.status]).toEqual([path, 403]);
    }
  });
});

describe('a definition begun in the studio', () => {
  const begin = (kind: string, name: string) => post('definition', { kind, name, title: 'Visits' });

  it('is a draft that publishing brings into being and withdrawing takes away', async () => {
    const answer = await begin('screen', 'desk/visits');
    expect([answer.status, answer.json]).toEqual([200, { path: 'screens/desk/visits.json' }]);
    const path = answer.json.path as string;
    expect(await manifestEntry('desk/visits')).toBeUndefined();
    const { json } = await get('definition', { path });
    expect([json.state, json.base_hash, json.draft.version]).toEqual(['draft', null, 1]);
    const published = await publish(path, json.text);
    expect(published.status, published.text).toBe(200);
    expect(await manifestEntry('desk/visits')).toMatchObject({ title: 'Visits' });
    await withdraw(path);
    expect(await manifestEntry('desk/visits')).toBeUndefined();
  });

  it('has a text of every kind that is right from the start', async () => {
    for (const kind of ['screen', 'fragment', 'action', 'form', 'codes']) {
      const { json } = await begin(kind, 'begun');
      const definition = await get('definition', { path: json.path });
      const { findings } = (await post('check', { path: json.path, text: definition.json.text })).json;
      const errors = findings.filter(({ severity }: { severity: string }) => severity === 'error');
      expect(errors, kind).toEqual([]);
      await post('discard', { path: json.path, version: definition.json.draft.version });
    }
  });

  it('is refused where one is, or where its kind may not lie', async () => {
    expect((await begin('screen', 'found')).status).toBe(409);
    expect((await begin('screen', 'fragments/x')).status).toBe(422);
    expect((await begin('screen', 'menu')).status).toBe(422);
    expect((await begin('screen', '../x')).status).toBe(400);
    expect((await post('definition', { kind: 'entity', name: 'x', title: 'X' })).status).toBe(400);
    expect((await post('definition', { kind: 'screen', name: 'x', title: 'X' }, viewer)).status).toBe(403);
  });
});

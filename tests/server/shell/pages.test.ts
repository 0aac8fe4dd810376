import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import updateTag from '#schemas/codes/updateTag.json' with { type: 'json' };
import { recentUpdates } from '#server/modules/app/recent-updates.ts';
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

const get = async (path: string, token: string | null = otto) =>
  (await server.call('GET', path, { token })).json;

describe('the page of the server', () => {
  it('tells version, database and migrations, and jobs come from their own call', async () => {
    await server.database.owner((client) =>
      client.query(
        `insert into job (kind, state, problem, created_by) values ('import', 'failed', 'No room.', 1)`,
      ),
    );
    const page = await get('/app/server', admin);
    expect(page).toMatchObject({ product: 'Cadastre', node: process.version, mail: 'outbox', reword: false });
    expect(page.database.version).toMatch(/^1[5-9]|^[2-9]\d/);
    expect(page.database.size_bytes).toBeGreaterThan(1_000_000);
    expect(page.database.migrations.at(0)).toMatchObject({ number: 1, name: 'foundation' });
    expect(page.database.migrations.map(({ number }: { number: number }) => number)).toContain(40);
    expect((await get('/jobs', admin))[0]).toMatchObject({
      kind: 'import',
      state: 'failed',
      problem: 'No room.',
      created_by: 'Administrator',
    });
    expect(page.uptime_seconds).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(page)).not.toMatch(/postgres:\/\/|password/);
  });
});

describe('the menu', () => {
  it('draws for who may everything each group and entry that its file has, and no group without one', async () => {
    interface Entry {
      readonly title: string;
      readonly items?: readonly Entry[];
    }
    const titles = (entries: readonly Entry[]): readonly string[] =>
      entries.flatMap(({ title, items = [] }) => [
        title,
        ...titles(items).map((inner) => `${title} / ${inner}`),
      ]);
    const file: { readonly items: readonly Entry[] } = JSON.parse(
      readFileSync(join(process.cwd(), 'screens/menu.json'), 'utf8'),
    );
    const { userInfo } = await get('/app/userinfo', admin);
    const written = file.items.filter(({ items }) => items === undefined || items.length > 0);
    expect(titles(userInfo.menu)).toEqual(titles(written));
    expect(written.length).toBeGreaterThan(5);
  });
});

describe('recent updates', () => {
  it('have days, known tags and ids that count up', () => {
    const tags = new Set(updateTag.codes.map(({ code }) => code));
    expect(updateTag.codes).toHaveLength(21);
    for (const update of recentUpdates) {
      expect(update.date).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect([update.id, update.tags.filter((tag) => !tags.has(tag))]).toEqual([update.id, []]);
      expect(update.tags.length).toBeGreaterThan(0);
    }
    const ids = recentUpdates.map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, i) => ids.length - i));
  });

  it('are unseen until they are marked, for each user alone', async () => {
    const all = recentUpdates.length;
    expect((await get('/app/updates')).unseen).toBe(all);
    const seen = (id: number) => server.call('PUT', '/app/updates/seen', { token: otto, body: { id } });
    expect((await seen(all - 1)).json).toEqual({ unseen: 1 });
    // What was seen stays seen.
    expect((await seen(1)).json).toEqual({ unseen: 1 });
    const page = await get('/app/updates');
    expect(page.items.map(({ unseen }: { unseen: boolean }) => unseen)).toEqual(
      page.items.map((_: unknown, i: number) => i === 0),
    );
    expect((await seen(1_000_000)).json).toEqual({ unseen: 0 });
    expect((await get('/app/updates', admin)).unseen).toBe(all);
    expect((await get('/useroptions/app.updates.seen')).valueOf()).toBe(all);
  });
});

describe('acknowledgements', () => {
  it('name every package of the product with its licence and no tool of development, to everybody', async () => {
    const { items } = await get('/app/acknowledge', null);
    const names = new Set(items.map(({ name }: { name: string }) => name));
    const manifest = JSON.parse(readFileSync(join(server.context.config.root, 'package.json'), 'utf8'));
    expect(Object.keys(manifest.dependencies).filter((name) => !names.has(name))).toEqual([]);
    for (const tool of ['vitest', 'playwright', '@biomejs/biome'])
      expect([tool, names.has(tool)]).toEqual([tool, false]);
    expect(names.has('PostgreSQL')).toBe(true);
    for (const { name, version, licence } of items) {
      expect([name, version === '', /unknown|^$/.test(licence)]).toEqual([name, false, false]);
    }
  });

  it('give the text of a licence where the package brings one', async () => {
    expect(await get('/app/acknowledge/text?name=fastify', null)).toMatchObject({
      licence: 'MIT',
      text: expect.stringContaining('Permission is hereby granted'),
    });
    expect(await get('/app/acknowledge/text?name=nothing', null)).toMatchObject({ status: 404 });
  });
});

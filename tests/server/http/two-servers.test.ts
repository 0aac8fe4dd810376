// Two servers on one database: what one has done the other knows with its next answer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstStart } from '#server/database/first-start.ts';
import { openTarget } from '#server/database/open-database.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { type Beside, password, startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';

let one: TestServer;
let other: Beside;
let admin: string;
beforeAll(async () => {
  one = await startTestApp({ screens });
  await addSales(one.database);
  await one.addUser('vera', 'viewer', ['001']);
  admin = await one.tokenOf('admin');
  other = await one.beside();
});
afterAll(() => one.close());

describe('two servers on one database', () => {
  it('know the same sessions, and refuse at once what either has ended', async () => {
    const token = await one.tokenOf('vera');
    const me = async () => [
      (await one.call('GET', '/app/userinfo', { token })).status,
      (await other.call('GET', '/app/userinfo', { token })).status,
    ];
    expect(await me()).toEqual([200, 200]);
    expect((await one.call('POST', '/app/logout', { token })).status).toBeLessThan(300);
    expect(await me()).toEqual([401, 401]);
  });

  it('take away at once what an administrator takes away on either', async () => {
    const token = await other
      .call('POST', '/app/login', { body: { username: 'vera', password } })
      .then(({ json }) => String(json.token));
    expect((await one.call('GET', '/app/userinfo', { token })).status).toBe(200);
    await other.context.database.owner((client) =>
      client.query("update app_user set active = false where username = 'vera'"),
    );
    expect((await one.call('GET', '/app/userinfo', { token })).status).toBe(401);
    await other.context.database.owner((client) =>
      client.query("update app_user set active = true where username = 'vera'"),
    );
  });

  it('serve a definition that either published with the very next request', async () => {
    const path = 'screens/found.json';
    const titleOn = async (server: Pick<TestServer, 'call'>) => {
      const { json } = await server.call('GET', '/definitions', { token: admin });
      return json.entries.find((entry: { id: string }) => entry.id === 'found')?.title;
    };
    expect(await titleOn(other)).toBe('Found');
    const text = JSON.stringify({ ...(screens[path] as object), title: 'Found anew' }, null, 2);
    const { json: seen } = await one.call('GET', `/studio/definition?${new URLSearchParams({ path })}`, {
      token: admin,
    });
    const draft = await one.call('PUT', '/studio/draft', {
      token: admin,
      body: { path, text, version: null },
    });
    const published = await one.call('POST', '/studio/publish', {
      token: admin,
      body: { path, draft_version: draft.json.version, base_hash: seen.base_hash, note: 'A try' },
    });
    expect(published.status, published.text).toBe(200);
    expect(await titleOn(other)).toBe('Found anew');
    expect(other.context.definitions.stamp()).toBe(one.context.definitions.stamp());
  });

  it('that start at once on a new database make its administrator once', async () => {
    const test = await createTestDatabase();
    const parts = { dataDir: one.context.config.dataDir, log: () => {} };
    const second = await openTarget({ url: test.url }, parts, 'second', async () => {});
    const said: string[] = [];
    const options = { demo: false, log: (line: string) => void said.push(line) };
    await Promise.all([test.database, second, test.database].map((each) => firstStart(each, options)));
    expect(said.filter((line) => /^\s+admin\s/.test(line))).toHaveLength(1);
    await second.close();
    await test.drop();
  });

  it('tell at once that a system parameter was changed on the other', async () => {
    const stampOf = async (server: Pick<TestServer, 'call'>) =>
      (await server.call('GET', '/app/userinfo', { token: admin })).headers['x-cadastre-sysparams'];
    const before = await stampOf(other);
    await one.database.owner((client) =>
      client.query(
        `insert into sysparam (company, name, value) values (1, 'NTFYMESS', '0')
         on conflict (company, name) do update set value = excluded.value, updated_at = clock_timestamp()`,
      ),
    );
    const after = await stampOf(one);
    expect(after).not.toBe(before);
    expect(await stampOf(other)).toBe(after);
  });
});

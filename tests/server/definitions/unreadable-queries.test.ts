import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseDownError } from '#server/database/errors.ts';
import { createFactsReader } from '#server/definitions/facts.ts';
import { root } from '#tests/support/database-server.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { screens } from '#tests/support/http-fixture.ts';

/** Each says why the database, or the way to it, cannot take it. */
const queries: { readonly [name: string]: readonly [sql: string, told: string] } = {
  nul: ["select 'a\u0000b' as id", 'it holds a NUL character'],
  wide: [
    `select ${Array.from({ length: 2_000 }, (_, i) => `${i} as c${i}`).join(', ')}`,
    'target lists can have at most 1664 entries',
  ],
  deep: [`select ${'('.repeat(20_000)}1${')'.repeat(20_000)} as id`, 'The database refuses'],
  long: [`select '${'x'.repeat(1_000_000)}' as id`, 'it is longer than 1000000 characters'],
  bytes: ["select '\ufffd' as id", 'it is not UTF-8'],
  endless: ["select repeat('x', 2000000000) as id", 'requested length too large'],
};

const pages = Object.fromEntries(
  Object.entries(queries).flatMap(([name, [sql]]) => [
    [
      `screens/report/${name}.json`,
      {
        format: 1,
        id: `report/${name}`,
        route: `/report/${name}`,
        title: name,
        needs: 'repoV',
        data: { rows: { sql: name } },
        blocks: [{ id: 'list', type: 'grid', data: 'rows', columns: [{ id: 'id', title: 'Id' }] }],
      },
    ],
    [`screens/report/${name}.sql`, sql],
  ]),
);

describe('a query that the database cannot read', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestApp({ screens: { ...screens, ...pages } });
  });
  afterAll(() => server.close());

  it.each(Object.entries(queries))('is a finding at its file: %s', (name, [, told]) => {
    const { diagnostics, broken } = server.context.definitions.current();
    const found = diagnostics.filter(({ file }) => file === `screens/report/${name}.sql`);
    expect(found.map(({ rule }) => rule)).toEqual(['query-error']);
    expect(found[0]?.message).toContain(told);
    expect(broken.has(`report/${name}`)).toBe(true);
  });

  it('leaves everything else as it is', async () => {
    const token = await server.tokenOf('admin');
    const body = { screen: 'report/counts', source: 'rows', params: { dst: 'all' } };
    expect((await server.call('POST', '/query', { token, body })).status).toBe(200);
  });

  it('is at fault itself where its connection breaks off twice and the database goes on', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'cadastre-facts-'));
    let asked = 0;
    const read: typeof server.database.read = async () => {
      asked += 1;
      throw new DatabaseDownError('Connection terminated unexpectedly');
    };
    const facts = createFactsReader({ ...server.database, read }, { root, dataDir });
    expect(await facts.read('select 1 as id')).toMatchObject({
      ok: false,
      message: 'the database broke off when it was asked about it',
    });
    expect(asked).toBe(2);
    // It is not remembered: the next look may find it sound.
    expect(await createFactsReader(server.database, { root, dataDir }).read('select 1 as id')).toMatchObject({
      ok: true,
    });
    rmSync(dataDir, { recursive: true, force: true });
  });
});

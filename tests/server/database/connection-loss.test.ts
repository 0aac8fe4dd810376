import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { once } from '#server/access/request-keys.ts';
import { databaseProblem } from '#server/database/database-problem.ts';
import { DatabaseDownError, OutcomeUnknownError } from '#server/database/errors.ts';
import { type Database, openTarget } from '#server/database/open-database.ts';
import { createTestDatabase, everybody, type TestDatabase } from '#tests/support/database.ts';
import { type FaultyLine, faultyLine } from '#tests/support/faulty-line.ts';

let test: TestDatabase;
let line: FaultyLine;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  line = await faultyLine(test.url);
  const parts = { dataDir: '/tmp', log: () => {}, connections: 4 };
  database = await openTarget({ url: line.url }, parts, 'behind a line', async () => {});
});
afterAll(async () => {
  await database.close();
  await line.end();
  await test.drop();
});

const keep = (name: string, on = database) =>
  on.owner((client) => client.query('insert into import_file (name) values ($1::text)', [name]));
const kept = async (name: string) => {
  const { rows } = await test.database.owner((client) =>
    client.query<{ n: number }>('select count(*)::integer as n from import_file where name = $1', [name]),
  );
  return rows[0]?.n;
};
const districts = (on = database) =>
  on.read(everybody, {}, (client) => client.query('select count(*)::integer as n from district'));

describe('a connection that is lost', () => {
  it('before anything was asked on it is replaced, and nobody hears of it', async () => {
    await districts();
    let asked = 0;
    line.cut('begin', 'before it arrives');
    await database.owner(async (client) => {
      asked += 1;
      await client.query("insert into import_file (name) values ('begun anew')");
    });
    expect([asked, await kept('begun anew')]).toEqual([1, 1]);
    line.cut('begin', 'before it arrives');
    expect((await districts()).rows).toEqual([{ n: 220 }]);
  });

  it('within a transaction fails it whole, and it is not repeated by itself', async () => {
    line.cut('insert', 'before its answer');
    await expect(keep('half')).rejects.toBeInstanceOf(DatabaseDownError);
    expect(await kept('half')).toBe(0);
  });

  it('while it commits leaves open whether it was, and says so instead of “nothing was saved”', async () => {
    line.cut('commit', 'before its answer');
    const error = await keep('committed').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(await kept('committed')).toBe(1);
    const problem = databaseProblem(error);
    expect(problem).toMatchObject({ status: 503, code: 'outcome-unknown' });
    expect(problem?.message).not.toContain('Nothing was saved');
  });

  it('after everything was read costs nothing', async () => {
    line.cut('commit', 'before its answer');
    expect((await districts()).rows).toEqual([{ n: 220 }]);
  });

  it('to a server that became a standby is given up, and told as a database that is away', async () => {
    const refused = database.owner(async (client) => {
      await client.script('set transaction read only');
      await client.query("insert into import_file (name) values ('on a standby')");
    });
    await expect(refused).rejects.toBeInstanceOf(DatabaseDownError);
  });

  it('is told within two seconds while nobody answers, and mends by itself', async () => {
    line.close(true);
    const begun = performance.now();
    await expect(districts()).rejects.toBeInstanceOf(DatabaseDownError);
    expect(performance.now() - begun).toBeLessThan(2_000);
    line.close(false);
    expect((await districts()).rows).toEqual([{ n: 220 }]);
  });
});

describe('a keyed request', () => {
  const request = (key: string) => ({ userId: 1, key, fingerprint: 'f' });
  const keyOf = async (key: string) => {
    const { rows } = await test.database.owner((client) =>
      client.query('select status from request_key where key = $1::text', [key]),
    );
    return rows;
  };
  const answered = async () => ({ status: 200, text: '{}' });
  beforeAll(() =>
    test.database.owner((client) =>
      client.query(
        "insert into app_user (id, username, full_name) overriding system value values (1, 'one', 'One') on conflict do nothing",
      ),
    ),
  );

  it('whose end is not known keeps its key, so that a repeat does nothing twice', async () => {
    const work = () => Promise.reject(new OutcomeUnknownError('gone'));
    await expect(once(database, request('key-unknown'), work)).rejects.toThrow('gone');
    expect(await keyOf('key-unknown')).toEqual([{ status: null }]);
  });

  it('that did nothing gives its key back once the database is there again', async () => {
    const work = async () => {
      line.close(true);
      throw new DatabaseDownError('away');
    };
    await expect(once(database, request('key-given-back'), work)).rejects.toThrow('away');
    line.close(false);
    await expect.poll(() => keyOf('key-given-back'), { timeout: 20_000 }).toEqual([]);
    expect(await once(database, request('key-given-back'), answered)).toEqual({ status: 200, text: '{}' });
  });
});

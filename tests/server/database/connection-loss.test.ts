import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { once } from '#server/access/request-keys.ts';
import { databaseProblem } from '#server/database/database-problem.ts';
import { DatabaseDownError, OutcomeUnknownError } from '#server/database/errors.ts';
import { type Database, openTarget } from '#server/database/open-database.ts';
import { longWaitMs } from '#server/database/pool.ts';
import { createTestDatabase, everybody, type TestDatabase } from '#tests/support/database.ts';
import { type FaultyLine, faultyLine } from '#tests/support/faulty-line.ts';

let test: TestDatabase;
let line: FaultyLine;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  line = await faultyLine(test.url);
  const parts = { dataDir: '/tmp', log: () => {}, connections: 4, waitMs: longWaitMs };
  database = await openTarget({ url: line.url }, parts, 'behind a line', async () => {});
});
afterAll(async () => {
  await database.close();
  await line.end();
  await test.drop();
});

/** The whole of what ends a transaction of the owner's: other words hold it, too. */
const commit = 'commit\0';
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
    line.cut(commit, 'before its answer');
    const error = await keep('committed').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(await kept('committed')).toBe(1);
    const problem = databaseProblem(error);
    expect(problem).toMatchObject({ status: 503, code: 'outcome-unknown' });
    expect(problem?.message).not.toContain('Nothing was saved');
  });

  it('whose backend is ended in the middle of a reading or of a write fails it whole, and mends by itself', async () => {
    const endIt = 'select pg_terminate_backend(pg_backend_pid())';
    const reading = database.read(everybody, {}, async (client) => {
      await client.query('select 1');
      await test.database.connection((other) =>
        other.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and state = 'idle in transaction'`,
        ),
      );
      await client.query('select 2');
    });
    await expect(reading).rejects.toBeInstanceOf(DatabaseDownError);
    const writing = database.owner(async (client) => {
      await client.query("insert into import_file (name) values ('ended')");
      await client.query(endIt);
    });
    await expect(writing).rejects.toBeInstanceOf(DatabaseDownError);
    expect(await kept('ended')).toBe(0);
    expect((await districts()).rows).toEqual([{ n: 220 }]);
  });

  it('whose backend is ended while it commits is not said to have saved nothing', async () => {
    await test.database.owner((client) =>
      client.script(`
        create function end_backend() returns trigger language plpgsql as $$
        begin
          perform pg_terminate_backend(pg_backend_pid());
          perform pg_sleep(10);
          return null;
        end $$;
        create constraint trigger ended after insert on import_file deferrable initially deferred
          for each row when (new.name = 'ended at its commit') execute function end_backend()`),
    );
    await expect(keep('ended at its commit')).rejects.toBeInstanceOf(OutcomeUnknownError);
    expect(await kept('ended at its commit')).toBe(0);
  });

  it('after everything was read costs nothing', async () => {
    line.cut('commit', 'before its answer');
    expect((await districts()).rows).toEqual([{ n: 220 }]);
    line.cut(commit, 'before its answer');
    const reading = database.owner(
      async (client) => (await client.query('select count(*)::integer as n from district')).rows,
      { readOnly: true },
    );
    expect(await reading).toEqual([{ n: 220 }]);
  });

  it('is nothing that a reading could hide a write behind', async () => {
    const writing = database.owner(
      (client) => client.query("insert into import_file (name) values ('hidden')"),
      {
        readOnly: true,
      },
    );
    await expect(writing).rejects.toThrow('read-only transaction');
  });

  it('to a server that became a standby is given up, and told as a database that is away', async () => {
    const refused = database.owner(async (client) => {
      await client.script('set transaction read only');
      await client.query("insert into import_file (name) values ('on a standby')");
    });
    await expect(refused).rejects.toBeInstanceOf(DatabaseDownError);
  });

  it('is told while nobody answers, and mends by itself', async () => {
    line.close(true);
    await expect(districts()).rejects.toBeInstanceOf(DatabaseDownError);
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

  it.each(['before it arrives', 'before its answer'] as const)(
    'whose key is taken by a commit that is lost %s is done all the same, once',
    async (how) => {
      const [key, asked] = [request(`key-lost-${how.replaceAll(' ', '-')}`), vi.fn(answered)];
      line.cut(commit, how);
      expect(await once(database, key, asked)).toEqual({ status: 200, text: '{}' });
      expect(await once(database, key, asked)).toEqual({ status: 200, text: '{}' });
      expect(asked).toHaveBeenCalledTimes(1);
    },
  );

  it('whose key may be taken while the database goes away is not begun, and its repeat is done', async () => {
    const [key, asked] = [request('key-left'), vi.fn(answered)];
    line.cut(commit, 'before its answer', 'is closed');
    await expect(once(database, key, asked)).rejects.toBeInstanceOf(DatabaseDownError);
    expect(asked).not.toHaveBeenCalled();
    expect(await keyOf(key.key)).toEqual([{ status: null }]);
    line.close(false);
    expect(await once(database, key, asked)).toEqual({ status: 200, text: '{}' });
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('whose answer is not kept while the database is away has it kept afterwards, and is repeated with it', async () => {
    const key = request('key-answered');
    const work = async () => {
      line.close(true);
      return { status: 200, text: '{"n":1}' };
    };
    expect(await once(database, key, work)).toEqual({ status: 200, text: '{"n":1}' });
    line.close(false);
    const repeated = vi.fn(answered);
    expect(await once(database, key, repeated)).toEqual({ status: 200, text: '{"n":1}' });
    expect(repeated).not.toHaveBeenCalled();
  });

  it('gives back its own key only: not the one that a repeat took meanwhile', async () => {
    const key = request('key-of-the-repeat');
    const work = async () => {
      line.close(true);
      throw new DatabaseDownError('away');
    };
    await expect(once(database, key, work)).rejects.toThrow('away');
    await test.database.owner((client) =>
      client.query("update request_key set fingerprint = fingerprint where key = 'key-of-the-repeat'"),
    );
    const asked = vi.spyOn(database, 'owner');
    line.close(false);
    await expect.poll(() => asked.mock.settledResults.some(({ type }) => type === 'fulfilled')).toBe(true);
    asked.mockRestore();
    expect(await keyOf(key.key)).toEqual([{ status: null }]);
  });

  it('that did nothing gives its key back once the database is there again', async () => {
    const work = async () => {
      line.close(true);
      throw new DatabaseDownError('away');
    };
    await expect(once(database, request('key-given-back'), work)).rejects.toThrow('away');
    line.close(false);
    await expect.poll(() => keyOf('key-given-back')).toEqual([]);
    expect(await once(database, request('key-given-back'), answered)).toEqual({ status: 200, text: '{}' });
  });
});

import { chmodSync, existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeOf } from '#server/database/embedded/place.ts';
import { postmasterPid } from '#server/database/embedded/postmaster.ts';
import { DatabaseDownError, DatabaseSetupError } from '#server/database/errors.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { everybody } from '#tests/support/database.ts';
import { root, temporaryFolder } from '#tests/support/database-server.ts';

describe('a database that goes down', () => {
  const folder = temporaryFolder('down');
  let database: Database;

  beforeAll(async () => {
    chmodSync(folder.path, 0o755);
    database = await openDatabase({ dataDir: folder.path, root, log: () => {} });
  });
  afterAll(async () => {
    await database.close();
    folder.remove();
  });

  const count = () =>
    database.read(
      everybody,
      {},
      async (client) => (await client.query('select count(*) as n from district')).rows,
    );

  it('tells the folder of its data, so that its disk can be looked at', () => {
    expect(database.folder).toBe(database.place);
    expect(existsSync(database.folder ?? '')).toBe(true);
  });

  it('is told as such to every call, and answers again without a restart', async () => {
    expect(await count()).toEqual([{ n: 220 }]);
    process.kill(postmasterPid(placeOf({ dataDir: folder.path, root })) ?? 0, 'SIGKILL');
    const kinds = new Set<string>();
    let answer: unknown = null;
    for (let attempt = 0; attempt < 400 && (kinds.size === 0 || answer === null); attempt++) {
      try {
        answer = await count();
      } catch (error) {
        answer = null;
        kinds.add(error instanceof DatabaseDownError ? 'down' : String(error));
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    }
    expect([...kinds]).toEqual(['down']);
    expect(answer).toEqual([{ n: 220 }]);
  });

  it('fails the transaction that runs on it, whole', async () => {
    const failed = database.owner(async (client) => {
      await client.query("insert into import_file (name) values ('half.dat')");
      process.kill(postmasterPid(placeOf({ dataDir: folder.path, root })) ?? 0, 'SIGKILL');
      for (;;) await client.query('select pg_sleep(0.01)');
    });
    await expect(failed).rejects.toBeInstanceOf(DatabaseDownError);
    let left: unknown = null;
    for (let attempt = 0; attempt < 400 && left === null; attempt++) {
      try {
        left = await database.owner(
          async (client) => (await client.query('select count(*) as n from import_file')).rows,
        );
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    }
    expect(left).toEqual([{ n: 0 }]);
  });

  it('is told at the start, with the remedy where the address is wrong', async () => {
    const open = (url: string) => openDatabase({ url, dataDir: folder.path, root, log: () => {} });
    await expect(open('postgres://a:b@127.0.0.1:1/none')).rejects.toBeInstanceOf(DatabaseDownError);
    const place = placeOf({ dataDir: folder.path, root });
    const wrong = open(
      `postgres://cadastre:wrong@localhost/cadastre?host=${encodeURIComponent(place.socket)}`,
    );
    await expect(wrong).rejects.toBeInstanceOf(DatabaseSetupError);
    await expect(wrong).rejects.toThrow('Check user, password and name in DATABASE_URL');
  });
});

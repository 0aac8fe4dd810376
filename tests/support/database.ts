import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { loadDemo } from '#server/database/demo/load.ts';
import { usualSize } from '#server/database/demo/size.ts';
import { dropDatabase } from '#server/database/drop-database.ts';
import { bringUpToDate, type Database, openTarget } from '#server/database/open-database.ts';
import { longWaitMs } from '#server/database/pool.ts';
import type { Writer } from '#server/database/transaction.ts';
import { type TestServerInfo, urlOf, withClient } from './database-server.ts';

export interface TestDatabase {
  readonly database: Database;
  readonly url: string;
  /** Closes the pool and drops the database. */
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** True: with the demo data in its full size. */
  readonly demo?: boolean;
  /** The run's server; outside vitest's workers it must be given. */
  readonly server?: TestServerInfo;
}

/** When the demo of the tests is made, whatever the clock says. */
export const demoNow = new Date('2026-11-23T12:00:00Z');

export const everybody: Writer = { userId: 1, districts: '*', workDistricts: '*' };

// Any number, the same in all workers: they meet here to make a template once.
const templateLock = 7_263_110_777;

/** A fresh, migrated database of its own, copied from a template in milliseconds. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = options.server ?? inject('databaseServer');
  const name = `${server.prefix}_${randomBytes(5).toString('hex')}`;
  await createFrom(server, await templateOf(server, options.demo ?? false), name);
  const url = urlOf(server, name);
  // Patient: a machine that stands still for two seconds under a whole run is no database that is away.
  const config = { dataDir: server.folder, log: () => {}, waitMs: longWaitMs };
  const database = await openTarget({ url }, config, name, async () => {});
  return {
    database,
    url,
    drop: async () => {
      await database.close();
      await withClient(server.url, (client) => dropDatabase(client, name));
    },
  };
}

/** An empty database without any table, for tests of migrations and restores. Answers its address. */
export async function createEmptyDatabase(server: TestServerInfo = inject('databaseServer')) {
  const name = `${server.prefix}_${randomBytes(5).toString('hex')}`;
  await withClient(server.url, (client) => client.query(`create database "${name}" template template1`));
  return {
    url: urlOf(server, name),
    drop: async () => {
      await withClient(server.url, (client) => dropDatabase(client, name));
    },
  };
}

async function createFrom(server: TestServerInfo, template: string, name: string): Promise<void> {
  await withClient(server.url, async (client) => {
    // A template is copied by one at a time, and not while a connection to it ends.
    await client.query(`select pg_advisory_lock(${templateLock})`);
    await client.query(`create database "${name}" template "${template}" strategy file_copy`);
  });
}

async function templateOf(server: TestServerInfo, demo: boolean): Promise<string> {
  const name = `${server.prefix}_${demo ? 'demo' : 'plain'}`;
  const base = demo ? await templateOf(server, false) : null;
  await withClient(server.url, async (client) => {
    await client.query(`select pg_advisory_lock(${templateLock})`);
    const known = await client.query('select from pg_database where datname = $1', [name]);
    if (known.rowCount !== 0) return;
    // A template that a failing test run left half made would be copied by all others: it gets its name when whole.
    const half = `${name}_half`;
    await dropDatabase(client, half);
    await client.query(
      base
        ? `create database "${half}" template "${base}" strategy file_copy`
        : `create database "${half}" template template1`,
    );
    const url = urlOf(server, half);
    const config = { dataDir: server.folder, log: () => {} };
    await bringUpToDate({ url }, config);
    if (demo) {
      const database = await openTarget({ url }, config, half, async () => {});
      try {
        await loadDemo(database, () => {}, usualSize, demoNow);
      } finally {
        await database.close();
      }
    }
    await client.query(`alter database "${half}" rename to "${name}"`);
  });
  return name;
}

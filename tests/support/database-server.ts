import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { dropDatabase } from '#server/database/drop-database.ts';
import { startEmbedded } from '#server/database/embedded/start.ts';
import { clientConfig } from '#server/database/pool.ts';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** What a test file needs to reach the run's PostgreSQL; plain, because it travels between processes. */
export interface TestServerInfo {
  /** postgres://… of a user who may create databases. */
  readonly url: string;
  readonly folder: string;
  /** Begins every database name of the run, so that runs beside each other do not meet. */
  readonly prefix: string;
}

export interface TestServer {
  readonly info: TestServerInfo;
  stop(): Promise<void>;
}

/** A folder that PostgreSQL's own user can reach also where the tests run as root. */
export function temporaryFolder(name: string): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `cadastre-${name}-`));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * What the run's PostgreSQL said of a statement is known to every server of the run. Kept by the hash of statement and
 * migrations, it is the same in each of their databases.
 */
export function shareFacts(server: TestServerInfo, dataDir: string): void {
  const facts = join(server.folder, 'facts');
  mkdirSync(facts, { recursive: true });
  symlinkSync(facts, join(dataDir, 'facts'), 'junction');
}

/** Starts the run's PostgreSQL, or uses the one that CADASTRE_TEST_DATABASE_URL names. */
export async function startTestServer(): Promise<TestServer> {
  const folder = temporaryFolder('test');
  const prefix = `cadastre_test_${process.pid}`;
  const foreign = process.env.CADASTRE_TEST_DATABASE_URL;
  if (foreign) {
    const info = { url: foreign, folder: folder.path, prefix };
    return {
      info,
      stop: async () => {
        await dropAll(info);
        folder.remove();
      },
    };
  }
  const { chmodSync } = await import('node:fs');
  chmodSync(folder.path, 0o755);
  // What these databases hold is thrown away at the end: the disk need not be waited for.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const server = await startEmbedded({ dataDir: folder.path, root, log: () => {}, settings });
  const { host, port, user, password, database } = server.connection;
  const url = `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  return {
    info: { url, folder: folder.path, prefix },
    stop: async () => {
      await server.stop();
      folder.remove();
    },
  };
}

/** The same server, another database. */
export function urlOf(info: TestServerInfo, database: string): string {
  const url = new URL(info.url.replace('@/', '@localhost/'));
  url.pathname = `/${database}`;
  return url.toString();
}

export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(clientConfig({ url }));
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function dropAll(info: TestServerInfo): Promise<void> {
  await withClient(info.url, async (client) => {
    const found = await client.query<{ name: string }>(
      'select datname::text as name from pg_database where starts_with(datname, $1)',
      [info.prefix],
    );
    for (const { name } of found.rows) await dropDatabase(client, name);
  });
}

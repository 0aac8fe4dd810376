import { mkdirSync } from 'node:fs';
import pg from 'pg';
import type { Config } from '#server/config.ts';
import { runningServer, startEmbedded } from '#server/database/embedded/start.ts';
import { type Database, openTarget } from '#server/database/open-database.ts';
import { clientConfig, sessionSettings, type Target } from '#server/database/pool.ts';

interface Reached {
  readonly target: Target;
  readonly place: string;
  end(): Promise<void>;
}

const log = (line: string) => console.error(line);

/** DATABASE_URL, else the embedded server that runs already, else one of our own for the moment. */
async function reach(config: Config): Promise<Reached> {
  mkdirSync(config.dataDir, { recursive: true });
  if (config.databaseUrl !== null)
    return { target: { url: config.databaseUrl }, place: 'DATABASE_URL', end: async () => {} };
  const running = runningServer(config);
  if (running) {
    log(`Using the database of the running server (process ${running.pid}).`);
    return { target: { connection: running.connection }, place: running.folder, end: async () => {} };
  }
  const server = await startEmbedded({ dataDir: config.dataDir, root: config.root, log });
  return { target: { connection: server.connection }, place: server.folder, end: () => server.stop() };
}

export async function withDatabase<Result>(
  config: Config,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { target, place, end } = await reach(config);
  try {
    const database = await openTarget(target, { dataDir: config.dataDir, log }, place, async () => {});
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await end();
  }
}

/** One plain connection as the owner, without migrating first: for backup and restore. */
export async function withClient<Result>(
  config: Config,
  work: (client: pg.Client, target: Target) => Promise<Result>,
): Promise<Result> {
  const { target, end } = await reach(config);
  try {
    const client = new pg.Client(clientConfig(target));
    client.on('error', () => {});
    await client.connect();
    try {
      await client.query(sessionSettings);
      return await work(client, target);
    } finally {
      await client.end();
    }
  } finally {
    await end();
  }
}

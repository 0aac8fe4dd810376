import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { writeBackup } from './backup.ts';
import type { DatabaseClient, OwnerClient } from './client.ts';
import { commentColumns } from './column-comments.ts';
import { startEmbedded } from './embedded/start.ts';
import { asDatabaseError, asSetupError, OtherSchemaError } from './errors.ts';
import { migrate, readMigrations } from './migrate.ts';
import { type NewerSchema, watchSchema } from './newer-schema.ts';
import { createObservation, type Observation } from './observation.ts';
import {
  createPool,
  longWaitMs,
  otherDatabase,
  type PoolOptions,
  sessionSettings,
  startConfig,
  type Target,
} from './pool.ts';
import { allowedConnections, poolSize } from './pool-size.ts';
import { openReplica } from './replica.ts';
import { prepareRoles, requestLimits } from './roles.ts';
import { refuseOpenTables } from './rules.ts';
import { schemaToItself } from './schema-lock.ts';
import { seedReference } from './seed/seed.ts';
import {
  type OwnerOptions,
  owner,
  type ReadOptions,
  read,
  type Who,
  type WriteOptions,
  type Writer,
  write,
} from './transaction.ts';
import { applyViews } from './views.ts';

export interface DatabaseConfig {
  /** postgres://…; without it the embedded PostgreSQL is started. */
  readonly url?: string;
  /** postgres://… of a streaming replica, which answers what it may. */
  readonly readUrl?: string;
  readonly dataDir: string;
  /** The checkout: its packages hold the binaries, and its path names the folder of a server run by root. */
  readonly root: string;
  readonly log: (line: string) => void;
  /** Connections at most, as somebody set it; without it as many as the database has room for. */
  readonly connections?: number;
  /** How long a request waits for a connection, as somebody set it. */
  readonly waitMs?: number;
  /** True: a table open to requests is no reason to stop, because whoever opens the database tells it. */
  readonly openTables?: boolean;
}

export interface Connections {
  readonly most: number;
  readonly busy: number;
  readonly idle: number;
  /** Who waits for one. */
  readonly waiting: number;
}

export interface Database {
  /** Where the data lies, for a person: a folder, or a host and a database. */
  readonly place: string;
  /** Of the embedded server, on a disk of this machine; absent where the database is elsewhere. */
  readonly folder?: string;
  /** Read only, one snapshot, under row security. */
  read<Result>(
    who: Who,
    options: ReadOptions,
    work: (client: DatabaseClient) => Promise<Result>,
  ): Promise<Result>;
  /** Read and write, under row security. */
  write<Result>(
    who: Writer,
    work: (client: DatabaseClient) => Promise<Result>,
    options?: WriteOptions,
  ): Promise<Result>;
  /** One transaction that sees and may do everything: sign-in, jobs, imports. */
  owner<Result>(work: (client: OwnerClient) => Promise<Result>, options?: OwnerOptions): Promise<Result>;
  /** A plain connection of the owner, to another database of the same server where one is named: backups and their tests. */
  connection<Result>(work: (client: pg.Client) => Promise<Result>, name?: string): Promise<Result>;
  /** Another database of the same server, brought up to date. */
  beside(name: string): Promise<Database>;
  /** True: a replica answers some of what is read, so it is counted who writes. */
  readonly replica?: boolean;
  /** Resolves when the database answers, else throws DatabaseDownError. */
  ping(): Promise<void>;
  /** What a newer program has done to the tables since they were opened here; null where nothing. */
  newerSchema(): Promise<NewerSchema | null>;
  /** Who watches what it is asked. */
  readonly observation: Observation;
  /** Its connections now. */
  connections(): Connections;
  /** Ends the connections and, where it was started here, the embedded server. */
  close(): Promise<void>;
}

export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  if (config.url !== undefined)
    return openTarget({ url: config.url }, config, placeOf(config.url), async () => {});
  const server = await startEmbedded({ dataDir: config.dataDir, root: config.root, log: config.log });
  try {
    return await openTarget(
      { connection: server.connection },
      { ...config, folder: server.folder },
      server.folder,
      () => server.stop(),
    );
  } catch (error) {
    await server.stop();
    if (!(error instanceof OtherSchemaError)) throw error;
    throw new OtherSchemaError(`${error.message} The data lies in ${server.folder}.`);
  }
}

/** Of a database beside, in which one piece of work is done, which waits for its turn. */
const fewConnections = 6;

/** On a server that runs already; `end` is called after the last connection is closed. */
export async function openTarget(
  target: Target,
  config: Pick<DatabaseConfig, 'dataDir' | 'log' | 'connections' | 'openTables' | 'readUrl' | 'waitMs'> &
    Pick<Database, 'folder'>,
  place: string,
  end: () => Promise<void>,
): Promise<Database> {
  const allowed = await bringUpToDate(target, config);
  const max = poolSize(allowed, config.connections);
  if (config.connections !== undefined && max < config.connections)
    config.log(`The database allows ${allowed} connections: ${max} are used, not ${config.connections}.`);
  const waiting = config.waitMs === undefined ? {} : { waitMs: config.waitMs };
  const options: PoolOptions = { max, log: config.log, ...waiting };
  const pool = createPool(target, options);
  const observation = createObservation();
  const schema = watchSchema(pool);
  const { readUrl, ...besideConfig } = config;
  const countsWriters = readUrl !== undefined;
  const limits = await requestLimits(pool);
  const requests = { pool, limits, observation, countsWriters };
  const parts = { ...options, limits, observation };
  const replica = readUrl === undefined ? null : await openReplica(readUrl, pool, parts);
  let closing: Promise<void> | undefined;
  return {
    place,
    ...(config.folder === undefined ? {} : { folder: config.folder }),
    read: async (who, options, work) => {
      if (!replica || !options.replica) return schema.fitting(read(requests, who, options, work));
      const there = await replica.read(who, options, work);
      observation.cache('replica', there !== null);
      return there ? there.result : schema.fitting(read(requests, who, options, work));
    },
    write: (who, work, options = {}) => schema.fitting(write(requests, who, options, work)),
    owner: (work, options = {}) => schema.fitting(owner(requests, work, options)),
    replica: countsWriters,
    connection: (work, name) =>
      withConnection(name === undefined ? target : otherDatabase(target, name), work),
    beside: (name) =>
      openTarget(
        otherDatabase(target, name),
        { ...besideConfig, connections: fewConnections, waitMs: longWaitMs },
        `${place} ${name}`,
        async () => {},
      ),
    ping: async () => {
      try {
        await pool.query('select 1');
      } catch (error) {
        throw asDatabaseError(error);
      }
    },
    newerSchema: schema.newer,
    observation,
    connections: () => ({
      most: max,
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => {
      closing ??= Promise.all([pool.end(), replica?.close()]).then(end);
      return closing;
    },
  };
}

async function withConnection<Result>(
  target: Target,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  // With patience: only backups ask for one, and a scratch database that cannot be dropped stays until the next start.
  const client = new pg.Client(startConfig(target));
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(sessionSettings);
  } catch (error) {
    await client.end().catch(() => {});
    throw asDatabaseError(error);
  }
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

type StartConfig = Pick<DatabaseConfig, 'dataDir' | 'log' | 'openTables'>;

/**
 * Roles, migrations (after a backup of existing data), views and the seeded reference tables; then no table may be open.
 * Answers how many connections the database allows.
 */
export async function bringUpToDate(target: Target, config: StartConfig): Promise<number> {
  const client = new pg.Client(startConfig(target));
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(sessionSettings);
    await prepareRoles(client, config.log);
    await schemaToItself(target, () => changeSchema(client, config));
    if (config.openTables !== true) await refuseOpenTables(client);
    return await allowedConnections(client);
  } catch (error) {
    throw asSetupError(error);
  } finally {
    await client.end().catch(() => {});
  }
}

async function changeSchema(client: pg.Client, config: StartConfig): Promise<void> {
  await migrate(client, {
    migrations: readMigrations(),
    log: config.log,
    beforeChange: async (from, to) => {
      const folder = join(config.dataDir, 'backups');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = join(
        folder,
        `before-${from}-to-${to}-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}.cadastre.gz`,
      );
      await writeBackup(client, file);
      config.log(`Made a backup before migrating: ${file}`);
    },
  });
  await applyViews(client);
  await commentColumns(client);
  await seedReference(client);
}

function placeOf(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}

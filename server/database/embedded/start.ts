import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Connection, startConfig } from '../pool.ts';
import { closeReader } from '../roles.ts';
import { prepareBinaries } from './binaries.ts';
import { ensureCluster, type Passwords, passwordsOf } from './cluster.ts';
import { lockHolder, takeLock } from './lock.ts';
import { makeFolder, type Place, type PlaceOptions, placeOf } from './place.ts';
import {
  type Endpoint,
  endOrphan,
  endPostmaster,
  listeningPort,
  type Postmaster,
  postmasterPid,
  socketPort,
  startPostmaster,
} from './postmaster.ts';
import { watch } from './watchdog.ts';

export interface EmbeddedOptions extends PlaceOptions {
  readonly log: (line: string) => void;
  /** Settings of PostgreSQL beyond ours; tests switch fsync off. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedServer {
  readonly folder: string;
  /** The owner of the database `cadastre`. */
  readonly connection: Connection;
  pid(): number;
  stop(): Promise<void>;
}

export const ownerName = 'cadastre';
export const databaseName = 'cadastre';

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const place = placeOf(options);
  makeFolder(place);
  const lock = takeLock(place.lock);
  try {
    const binaries = prepareBinaries(options.root, place, options.log);
    const passwords = passwordsOf(place);
    await endOrphan(place, options.log);
    await ensureCluster(place, binaries, passwords);
    const endpoint = await endpointOf(place);
    const launch = () => startPostmaster(place, binaries, endpoint, options.settings ?? {});
    const supervisor = supervise(await launch(), launch, options.log);
    try {
      await setUp(endpoint, passwords);
    } catch (error) {
      await supervisor.stop();
      throw error;
    }
    return {
      folder: place.folder,
      connection: { ...endpoint, user: ownerName, password: passwords.owner, database: databaseName },
      pid: supervisor.pid,
      stop: async () => {
        await supervisor.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

export interface RunningServer {
  readonly pid: number;
  readonly folder: string;
  readonly connection: Connection;
}

/** The server that another process started on this folder, or null when none runs. */
export function runningServer(options: PlaceOptions): RunningServer | null {
  const place = placeOf(options);
  const holder = lockHolder(place.lock);
  if (holder === null || postmasterPid(place) === null) return null;
  const password = passwordsOf(place).owner;
  const endpoint =
    process.platform === 'win32'
      ? { host: '127.0.0.1', port: listeningPort(place) ?? socketPort }
      : { host: place.socket, port: socketPort };
  return {
    pid: holder.pid,
    folder: place.folder,
    connection: { ...endpoint, user: ownerName, password, database: databaseName },
  };
}

async function endpointOf(place: Place): Promise<Endpoint> {
  if (process.platform !== 'win32') return { host: place.socket, port: socketPort };
  return { host: '127.0.0.1', port: await freePort() };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        resolve(typeof address === 'object' && address !== null ? address.port : socketPort),
      );
    });
  });
}

/** Starts the server again when it dies under us; the pool finds it at the same place. */
function supervise(first: Postmaster, launch: () => Promise<Postmaster>, log: (line: string) => void) {
  let current = first;
  let stopping = false;
  let restarting: Promise<void> | null = null;
  let watchdog = watch(first.pid);

  const guard = (postmaster: Postmaster) => {
    const ended = () => {
      watchdog.stop();
      if (!stopping) restarting = restart();
    };
    if (postmaster.process.exitCode !== null || postmaster.process.signalCode !== null) ended();
    else postmaster.process.once('exit', ended);
    postmaster.process.unref();
  };
  const restart = async () => {
    for (let pause = 100; !stopping; pause = Math.min(pause * 2, 5_000)) {
      log('PostgreSQL ended unexpectedly; starting it again.');
      try {
        current = await launch();
        watchdog = watch(current.pid);
        guard(current);
        return;
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
        await wait(pause);
      }
    }
  };
  guard(first);
  return {
    pid: () => current.pid,
    stop: async () => {
      if (stopping) return;
      stopping = true;
      await restarting;
      await endPostmaster(current.pid);
      watchdog.stop();
    },
  };
}

/** The owner and its database, made by the superuser. May be repeated: a start may have been killed in between. */
async function setUp(endpoint: Endpoint, passwords: Passwords): Promise<void> {
  await asSuperuser(endpoint, passwords, 'postgres', async (client) => {
    for (const role of ['cadastre_reader', 'cadastre_writer']) {
      const known = await client.query('select from pg_roles where rolname = $1', [role]);
      if (known.rowCount === 0) await client.query(`create role ${role} nologin`);
    }
    const known = await client.query('select from pg_roles where rolname = $1', [ownerName]);
    if (known.rowCount === 0) await client.query(`create role ${ownerName} login createdb`);
    await client.query(`alter role ${ownerName} password '${passwords.owner}'`);
    await client.query(`grant cadastre_reader, cadastre_writer to ${ownerName}`);
    const made = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (made.rowCount === 0) await client.query(`create database ${databaseName} owner ${ownerName}`);
  });
  await asSuperuser(endpoint, passwords, databaseName, (client) => closeReader(client));
  await asSuperuser(endpoint, passwords, 'template1', (client) => closeReader(client, ownerName));
}

async function asSuperuser(
  endpoint: Endpoint,
  passwords: Passwords,
  database: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const connection = { ...endpoint, user: 'postgres', password: passwords.superuser, database };
  const client = new pg.Client(startConfig({ connection }));
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

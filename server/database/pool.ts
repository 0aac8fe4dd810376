import pg from 'pg';
import { BoundedClient } from './bounded-client.ts';
import { asDatabaseError } from './errors.ts';
import { typeParsers } from './types.ts';

export interface Connection {
  /** A host name, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export type Target = { readonly url: string } | { readonly connection: Connection };

/** The same server and user, another database. */
export function otherDatabase(target: Target, name: string): Target {
  if ('connection' in target) return { connection: { ...target.connection, database: name } };
  const parts = /^([a-z]+:\/\/[^/?]*)(?:\/[^?]*)?(\?.*)?$/.exec(target.url);
  return { url: `${parts?.[1] ?? target.url}/${encodeURIComponent(name)}${parts?.[2] ?? ''}` };
}

export interface PoolOptions {
  readonly max: number;
  readonly log: (line: string) => void;
  /** How long a request waits for a connection before the database is said not to be reachable. */
  readonly waitMs?: number;
}

/** Within the two seconds that a person waits for "the database is down". */
const waitMs = 1_800;
/** Where nobody waits for an answer, as beside a job or while a server starts: a busy machine takes its time. */
export const longWaitMs = 30_000;

export function clientConfig(target: Target): pg.ClientConfig {
  return {
    ...('url' in target ? { connectionString: target.url } : target.connection),
    types: typeParsers,
    application_name: 'cadastre',
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
  };
}

export function startConfig(target: Target): pg.ClientConfig {
  return { ...clientConfig(target), connectionTimeoutMillis: longWaitMs };
}

// The session's zone is UTC whatever the server's is, so that an instant's text has one form. Compiling a report's
// statement, which Debian's PostgreSQL does for every one that it takes for long, takes longer than answering it: 30 s of
// the annual audit, which answers in one.
export const sessionSettings = [
  "set timezone = 'UTC'",
  "set datestyle = 'ISO'",
  "set intervalstyle = 'iso_8601'",
  'set jit = off',
].join('; ');

/** The same for one transaction: a pooler may give each another connection, on which nobody has set anything. */
export const transactionSettings = sessionSettings.replaceAll('set ', 'set local ');

export function createPool(target: Target, options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(target),
    ...(options.waitMs === undefined ? {} : { connectionTimeoutMillis: options.waitMs }),
    Client: BoundedClient,
    max: options.max,
    idleTimeoutMillis: 30_000,
    onConnect: async (client: pg.ClientBase) => {
      await client.query(sessionSettings);
    },
  });
  // An idle connection that breaks is dropped by the pool; without a listener it would end the process.
  pool.on('error', (error) => options.log(`An idle database connection broke: ${error.message}`));
  return pool;
}

export async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw asDatabaseError(error);
  }
}

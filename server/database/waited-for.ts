import type { Database } from './open-database.ts';

const origins = new WeakMap<Database, Database>();

/** The database for somebody who may go: when the signal is aborted, their reading is cancelled and throws its reason. Writes end as they would. */
export function waitedFor(database: Database, signal: AbortSignal): Database {
  const origin = originOf(database);
  const bound: Database = {
    ...origin,
    read: (who, options, work) => origin.read(who, { ...options, signal }, work),
  };
  origins.set(bound, origin);
  return bound;
}

/** The database itself, whoever waits for it: what is remembered of it belongs to that one. */
export function originOf(database: Database): Database {
  return origins.get(database) ?? database;
}

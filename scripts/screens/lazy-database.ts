import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MigrationError } from '#server/database/migration-error.ts';
import { createObservation } from '#server/database/observation.ts';
import type { Database } from '#server/database/open-database.ts';

/**
 * A database of its own for asking about queries, started when the first question comes: a check whose answers
 * are all kept starts none. It holds no data, so an open table is no danger, and the check tells it. While another
 * check uses it, a temporary one serves.
 */
export function lazyDatabase(root: string, dataDir: string, log: (line: string) => void): Database {
  let opened: Promise<Database> | null = null;
  const open = (): Promise<Database> => {
    opened ??= openHere(root, dataDir, log).catch((error: unknown) => {
      // A migration that fails here fails everywhere.
      if (error instanceof MigrationError) throw error;
      log(`${dataDir} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
      return openTemporary(root, log);
    });
    return opened;
  };
  return {
    place: dataDir,
    read: async (who, options, work) => (await open()).read(who, options, work),
    write: async (who, work, options) => (await open()).write(who, work, options),
    owner: async (work, options) => (await open()).owner(work, options),
    connection: async (work, name) => (await open()).connection(work, name),
    beside: async (name) => (await open()).beside(name),
    ping: async () => (await open()).ping(),
    newerSchema: async () => (await open()).newerSchema(),
    observation: createObservation(),
    connections: () => ({ most: 0, busy: 0, idle: 0, waiting: 0 }),
    close: async () => {
      // One that could not be opened has been told by whoever asked it.
      await (await opened?.catch(() => null))?.close();
    },
  };
}

/** The database and its driver are not even loaded before there is a question. */
async function openHere(root: string, dataDir: string, log: (line: string) => void): Promise<Database> {
  const { openDatabase } = await import('#server/database/open-database.ts');
  return openDatabase({ dataDir, root, log, openTables: true });
}

async function openTemporary(root: string, log: (line: string) => void): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'cadastre-check-'));
  // Started by root, the database runs as another user, who has to reach the folder.
  chmodSync(folder, 0o755);
  const database = await openHere(root, folder, log);
  return {
    ...database,
    close: async () => {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

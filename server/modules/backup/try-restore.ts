import { createHash, randomBytes } from 'node:crypto';
import { freeBytes } from '../../access/data-folder.ts';
import { quoted } from '../../database/backup-format.ts';
import { databaseBytes } from '../../database/database-bytes.ts';
import { dropDatabase } from '../../database/drop-database.ts';
import { codeOf } from '../../database/errors.ts';
import type { Database } from '../../database/open-database.ts';
import { restoreBackup } from '../../database/restore.ts';
import { openJobs } from '../../jobs/job-store.ts';
import { Problem } from '../../problem.ts';

export interface TestedBackup {
  readonly tables: number;
  readonly rows: number;
  /** Tables whose number of rows is another one now: what was done since the backup was made. */
  readonly since: readonly { readonly table: string; readonly backup: number; readonly now: number }[];
}

/** Scratch databases of one database have its mark, so that a later start drops what a killed one left, and no other. */
export function scratchPrefix(place: string, use = 'check'): string {
  return `cadastre_${use}_${createHash('sha256').update(place).digest('hex').slice(0, 8)}_`;
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en-AU')} MB`;

/** A scratch database may become as large as this one, and a disk that fills ends more than the work that filled it. */
async function demandRoom(database: Database, free: typeof freeBytes): Promise<void> {
  const { folder } = database;
  // The disk of a database server elsewhere is not seen from here.
  if (folder === undefined) return;
  const needed = await database.connection(databaseBytes);
  const left = await free(folder);
  if (left === null || left >= needed) return;
  throw new Problem(
    'refused',
    `This takes about ${megabytes(needed)} while it runs, and the disk of ${folder} has ${megabytes(left)} left. Make room, then repeat it.`,
  );
}

/** Throws a Problem where the disk of the embedded database has no room for another one as large. */
export async function createScratch(
  database: Database,
  use = 'check',
  free: typeof freeBytes = freeBytes,
): Promise<string> {
  await demandRoom(database, free);
  const name = `${scratchPrefix(database.place, use)}${randomBytes(6).toString('hex')}`;
  try {
    await database.connection((client) => client.query(`create database ${quoted(name)} template template0`));
  } catch (error) {
    if (codeOf(error) !== '42501') throw error;
    throw new Error(
      'The database user may not create a database, so there is no room to work in beside this one. As a superuser run: alter role <that user> createdb.',
      { cause: error },
    );
  }
  return name;
}

export function dropScratch(database: Database, name: string): Promise<void> {
  return database.connection((client) => dropDatabase(client, name));
}

/** Drops the scratch databases that a process left behind which ended within a test, unless one runs elsewhere. */
export async function dropLeftovers(database: Database, kind: string, use = 'check'): Promise<void> {
  if ((await openJobs(database)).some((job) => job.kind === kind && job.state === 'running')) return;
  const found = await database.connection((client) =>
    client.query<{ name: string }>('select datname as name from pg_database where starts_with(datname, $1)', [
      scratchPrefix(database.place, use),
    ]),
  );
  for (const { name } of found.rows) await dropScratch(database, name);
}

function countRows(database: Database, tables: readonly string[], name?: string) {
  return database.connection(async (client) => {
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const known = await client.query<{ known: boolean }>('select to_regclass($1) is not null as known', [
        `public.${quoted(table)}`,
      ]);
      if (known.rows[0]?.known !== true) continue;
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::integer as n from ${quoted(table)}`,
      );
      counts[table] = rows[0]?.n ?? 0;
    }
    return counts;
  }, name);
}

/** Restores the file into a database of its own beside this one, counts what came back, and drops it again. */
export async function testBackup(
  database: Database,
  file: string,
  report: (progress: number, message: string) => void,
): Promise<TestedBackup> {
  report(5, 'Making a scratch database');
  const name = await createScratch(database);
  try {
    report(10, 'Restoring');
    const restored = await database.connection(
      (client) =>
        restoreBackup(client, file, () => {}, {
          told: (share, message) => report(10 + Math.floor(share * 70), message),
        }),
      name,
    );
    report(80, 'Counting');
    const tables = Object.keys(restored);
    const counted = await countRows(database, tables, name);
    for (const table of tables)
      if (counted[table] !== undefined && counted[table] !== restored[table])
        throw new Error(
          `Table ${table} holds ${counted[table]} rows after the restore, the backup has ${restored[table]}.`,
        );
    const live = await countRows(database, tables);
    return {
      tables: tables.length,
      rows: Object.values(restored).reduce((sum, rows) => sum + rows, 0),
      since: tables.flatMap((table) => {
        const [backup, now] = [restored[table] ?? 0, live[table] ?? 0];
        return backup === now ? [] : [{ table, backup, now }];
      }),
    };
  } finally {
    await dropScratch(database, name);
  }
}

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { OtherSchemaError } from './errors.ts';
import { MigrationError, placeOfFailure } from './migration-error.ts';
import { transactionSettings } from './pool.ts';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

export interface MigrateOptions {
  readonly migrations: readonly Migration[];
  readonly log: (line: string) => void;
  /** Runs once, before the first pending migration of a database that holds data; it makes the backup. */
  readonly beforeChange?: (from: number, to: number) => Promise<void>;
}

interface Applied {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

export const migrationFolder = join(dirname(fileURLToPath(import.meta.url)), 'migrations');

export function readMigrations(folder: string = migrationFolder): readonly Migration[] {
  const found = new Map<number, Migration>();
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.sql')) continue;
    const match = /^(\d{3})_([a-z0-9_]+)\.sql$/.exec(file);
    if (!match?.[1] || !match[2])
      throw new OtherSchemaError(
        `Migration "${file}" is not named NNN_name.sql, such as 001_foundation.sql.`,
      );
    const number = Number(match[1]);
    const other = found.get(number);
    if (other)
      throw new OtherSchemaError(
        `Migrations "${other.name}" and "${match[2]}" share the number ${match[1]}.`,
      );
    const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
    found.set(number, {
      number,
      name: match[2],
      sql,
      checksum: createHash('sha256').update(sql).digest('hex'),
    });
  }
  return [...found.values()].sort((a, b) => a.number - b.number);
}

/** Numbers of those that this program knows. */
export function knownMigrations(): readonly number[] {
  return readdirSync(migrationFolder).flatMap((file) => /^\d{3}(?=_)/.exec(file)?.map(Number) ?? []);
}

/** Number of the last one that this program knows. */
export function lastMigration(): number {
  return Math.max(0, ...knownMigrations());
}

export async function appliedMigrations(client: pg.ClientBase): Promise<readonly Applied[]> {
  const table = await client.query(
    "select from pg_tables where schemaname = 'public' and tablename = 'migration'",
  );
  if (table.rowCount === 0) return [];
  return (await client.query<Applied>('select number, name, checksum from migration order by number')).rows;
}

/** Brings the database to the given migrations, each in its own transaction. Answers the numbers it applied. */
export async function migrate(client: pg.ClientBase, options: MigrateOptions): Promise<readonly number[]> {
  const applied = await appliedMigrations(client);
  const pending = pendingOf(options.migrations, applied);
  const last = pending.at(-1);
  if (!last) return [];
  const from = applied.at(-1)?.number ?? 0;
  if (applied.length > 0 && options.beforeChange) await options.beforeChange(from, last.number);
  if (applied.length === 0)
    await client.query(
      'create table if not exists migration (number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())',
    );
  for (const migration of pending) await apply(client, migration);
  options.log(`Migrated the database from ${from} to ${last.number} (${pending.length} steps).`);
  return pending.map((migration) => migration.number);
}

function pendingOf(migrations: readonly Migration[], applied: readonly Applied[]): readonly Migration[] {
  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const row of applied) {
    const file = known.get(row.number);
    if (!file)
      throw new OtherSchemaError(
        `The database is newer than this program: migration ${row.number} (${row.name}) is unknown here. Update the program, or restore a backup of the older version.`,
      );
    if (file.checksum !== row.checksum)
      throw new OtherSchemaError(
        `Migration ${row.number} (${file.name}) was changed after this database had applied it. Put the file back and add a new migration; a database without worth can be removed with its folder.`,
      );
  }
  const done = new Set(applied.map((row) => row.number));
  return migrations.filter((migration) => !done.has(migration.number));
}

async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  try {
    await client.query(`begin; ${transactionSettings}`);
    await client.query(migration.sql);
    await client.query('insert into migration (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    const script = { file: migrationFile(migration), sql: migration.sql };
    const place = await placeOfFailure(client, script, error);
    const what = `Migration ${migration.number} (${migration.name}) failed and was undone`;
    throw new MigrationError(what, script, place, error);
  }
}

function migrationFile({ number, name }: Migration): string {
  return `server/database/migrations/${String(number).padStart(3, '0')}_${name}.sql`;
}

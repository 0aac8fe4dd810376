import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  columnList,
  isEnd,
  isHeader,
  isTableHeader,
  quoted,
  type TableHeader,
  tablesInOrder,
} from './backup-format.ts';
import { DatabaseSetupError } from './errors.ts';
import { type Migration, migrate, readMigrations } from './migrate.ts';
import { prepareRoles } from './roles.ts';
import { applyViews } from './views.ts';

/**
 * Loads a backup into a database without data: brings it to the backup's schema, loads all tables in one transaction
 * and migrates on. Answers the rows per table.
 */
export async function restoreBackup(
  client: pg.ClientBase,
  file: string,
  log: (line: string) => void,
): Promise<Readonly<Record<string, number>>> {
  const reader = readerOf(file);
  try {
    const header = parse(await reader.line());
    if (!isHeader(header)) throw new DatabaseSetupError(`${file} is no backup of Cadastre.`);
    const migrations = migrationsOf(header.migrations, readMigrations());
    await refuseData(client);
    await prepareRoles(client, log);
    await emptySchema(client);
    await migrate(client, { migrations, log });
    const rows = await loadTables(client, reader, file);
    await migrate(client, { migrations: readMigrations(), log });
    await applyViews(client);
    await client.query('analyze');
    return rows;
  } finally {
    reader.close();
  }
}

function migrationsOf(
  wanted: readonly { number: number; name: string; checksum: string }[],
  known: readonly Migration[],
) {
  return wanted.map((one) => {
    const found = known.find((migration) => migration.number === one.number);
    if (!found || found.checksum !== one.checksum)
      throw new DatabaseSetupError(
        `It was made by another version: migration ${one.number} (${one.name}) is ${found ? 'different' : 'unknown'} here. Use that version.`,
      );
    return found;
  });
}

async function refuseData(client: pg.ClientBase): Promise<void> {
  for (const table of ['app_user', 'property', 'sale', 'import_file', 'audit']) {
    const known = await client.query('select to_regclass($1) is not null as known', [`public.${table}`]);
    if (known.rows[0]?.known !== true) continue;
    const found = await client.query(`select from ${table} limit 1`);
    if (found.rowCount !== 0)
      throw new DatabaseSetupError(
        `The database holds data (table ${table}), and a backup is restored into an empty one only. Choose another folder in CADASTRE_DATA, or another database in DATABASE_URL.`,
      );
  }
}

async function emptySchema(client: pg.ClientBase): Promise<void> {
  const known = await client.query("select to_regclass('public.migration') is not null as known");
  if (known.rows[0]?.known !== true) return;
  await client.query('drop schema public cascade; create schema public');
}

async function loadTables(
  client: pg.ClientBase,
  reader: Reader,
  file: string,
): Promise<Readonly<Record<string, number>>> {
  const rows: Record<string, number> = {};
  await client.query('begin');
  try {
    // What the migrations themselves put in stands in the backup too, perhaps changed since.
    const tables = await tablesInOrder(client);
    const seeded = [...tables].reverse().filter((table) => table.table !== 'audit');
    for (const table of seeded) await client.query(`delete from ${quoted(table.table)}`);
    for (;;) {
      const line = parse(await reader.line());
      if (isEnd(line)) {
        verify(line.rows, rows, file);
        break;
      }
      const known = isTableHeader(line) ? tables.find((table) => table.table === line.table) : undefined;
      if (!isTableHeader(line) || !known || line.columns.some((column) => !known.columns.includes(column)))
        throw new DatabaseSetupError(
          `${file} is damaged: it names a table or a column that its schema does not have.`,
        );
      rows[line.table] = await loadTable(client, line, reader);
    }
    for (const table of tables) await setSequence(client, table);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
  return rows;
}

function loadTable(client: pg.ClientBase, table: TableHeader, reader: Reader): Promise<number> {
  return copyInto(client, table, '', (take) => reader.rows(take));
}

/** A table as a file of its own has it. */
export interface TableSource extends TableHeader {
  /** CSV with a line of headings. */
  readonly bytes: () => AsyncIterable<Buffer>;
}

/**
 * Loads tables, each behind those it refers to, into a database that has the schema they came from and no data; what the
 * migrations put into them goes first.
 */
export async function loadTableFiles(client: pg.ClientBase, sources: readonly TableSource[]): Promise<void> {
  await client.query('begin');
  try {
    const known = await tablesInOrder(client);
    const named = new Set(sources.map(({ table }) => table));
    for (const { table } of [...known].reverse())
      if (named.has(table)) await client.query(`delete from ${quoted(table)}`);
    for (const table of known) {
      const source = sources.find((one) => one.table === table.table);
      if (!source) continue;
      await copyInto(client, source, ' (format csv, header)', async (take) => {
        for await (const chunk of source.bytes()) await take(chunk);
      });
      await setSequence(client, table);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
  await client.query('analyze');
}

/** Roles and the schema of some migrations, in a database that has nothing. */
export async function makeSchema(
  client: pg.ClientBase,
  wanted: Parameters<typeof migrationsOf>[0],
  log: (line: string) => void,
): Promise<void> {
  await prepareRoles(client, log);
  await migrate(client, { migrations: migrationsOf(wanted, readMigrations()), log });
}

async function copyInto(
  client: pg.ClientBase,
  table: TableHeader,
  format: string,
  rows: (take: (chunk: Buffer) => Promise<void>) => Promise<void>,
): Promise<number> {
  const stream = client.query(
    copyFrom(`copy ${quoted(table.table)} (${columnList(table)}) from stdin${format}`),
  );
  const done = finished(stream);
  done.catch(() => {});
  try {
    await rows(async (chunk) => {
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), done]);
    });
    stream.end();
    await done;
  } catch (error) {
    // A COPY that is not ended keeps the connection, and every drop of a database, waiting for ever.
    stream.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
  return stream.rowCount ?? 0;
}

async function setSequence(client: pg.ClientBase, table: TableHeader): Promise<void> {
  if (!table.columns.includes('id')) return;
  const found = await client.query<{ name: string | null }>('select pg_get_serial_sequence($1, $2) as name', [
    `public.${quoted(table.table)}`,
    'id',
  ]);
  const name = found.rows[0]?.name;
  if (!name) return;
  await client.query(
    `select setval('${name}', greatest(coalesce((select max(id) from ${quoted(table.table)}), 0) + 1,
       (select seqstart from pg_sequence where seqrelid = '${name}'::regclass)), false)`,
  );
}

function verify(
  wanted: Readonly<Record<string, number>>,
  loaded: Readonly<Record<string, number>>,
  file: string,
): void {
  for (const [table, count] of Object.entries(wanted))
    if (loaded[table] !== count)
      throw new DatabaseSetupError(
        `${file} is damaged: table ${table} has ${loaded[table] ?? 0} rows, not ${count}.`,
      );
}

function parse(line: string | null): unknown {
  if (line === null) return null;
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

interface Reader {
  line(): Promise<string | null>;
  /** Hands on the lines up to `\.` in large pieces. */
  rows(take: (chunk: Buffer) => Promise<void>): Promise<void>;
  close(): void;
}

const newline = 10;

function readerOf(file: string): Reader {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  const chunks = gunzip[Symbol.asyncIterator]();
  let buffer: Buffer = Buffer.alloc(0);
  const more = async () => {
    const next = await chunks.next();
    if (next.done === true || !Buffer.isBuffer(next.value)) return false;
    buffer = buffer.length === 0 ? next.value : Buffer.concat([buffer, next.value]);
    return true;
  };
  return {
    line: async () => {
      for (;;) {
        const end = buffer.indexOf(newline);
        if (end >= 0) {
          const text = buffer.subarray(0, end).toString('utf8');
          buffer = buffer.subarray(end + 1);
          return text;
        }
        if (!(await more())) return null;
      }
    },
    rows: async (take) => {
      for (;;) {
        const ending = endOf(buffer);
        if (ending !== null) {
          if (ending > 0) await take(buffer.subarray(0, ending));
          buffer = buffer.subarray(ending + 3);
          return;
        }
        // Whole lines only, so that the ending is never cut in two.
        const last = buffer.lastIndexOf(newline);
        if (last >= 0) {
          await take(buffer.subarray(0, last + 1));
          buffer = buffer.subarray(last + 1);
        }
        if (!(await more())) throw new DatabaseSetupError(`${file} is damaged: it ends within a table.`);
      }
    },
    close: () => {
      source.destroy();
      gunzip.destroy();
    },
  };
}

/** Where the line `\.` begins, or null. Buffers handed over before ended with a whole line. */
function endOf(buffer: Buffer): number | null {
  const ending = Buffer.from('\\.\n');
  if (buffer.subarray(0, 3).equals(ending)) return 0;
  const found = buffer.indexOf('\n\\.\n');
  return found < 0 ? null : found + 1;
}

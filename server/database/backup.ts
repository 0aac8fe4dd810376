import { once } from 'node:events';
import { createWriteStream, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { type BackupHeader, columnList, quoted, tablesInOrder } from './backup-format.ts';
import { copyOut } from './copy-out.ts';
import { appliedMigrations } from './migrate.ts';
import { transactionSettings } from './pool.ts';

type Told = (table: string, share: number) => void;

/** Between two words on a table. */
const toldBytes = 256 * 1024;

/** A backup that nobody has written to for so long is of a process that was killed. */
const leftAfterMs = 60 * 60_000;

/** Removes what killed processes left of their backups in a folder. */
function removeLeft(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.cadastre.gz.part')) continue;
    const path = join(folder, name);
    const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (written !== undefined && Date.now() - written > leftAfterMs) rmSync(path, { force: true });
  }
}

/** Writes every table as it is at one moment, while others work on. Answers the rows per table. */
export async function writeBackup(
  client: pg.ClientBase,
  file: string,
  /** Told before each table and within large ones, with about the share of the data that is written. */
  onTable: Told = () => undefined,
  open: (path: string) => Writable = (path) => createWriteStream(path, { mode: 0o600 }),
): Promise<Readonly<Record<string, number>>> {
  const aside = `${file}.part`;
  removeLeft(dirname(file));
  const gzip = createGzip({ level: 6 });
  const output = open(aside);
  // A disk that fills fails what is written next; without anybody who hears it the failure would end the process.
  const written = pipeline(gzip, output);
  written.catch(() => {});
  const put = async (text: string | Buffer) => {
    if (gzip.destroyed) await written;
    if (!gzip.write(text)) await Promise.race([once(gzip, 'drain'), written]);
  };
  try {
    const rows = await writeTables(client, put, onTable);
    gzip.end();
    await written;
    renameSync(aside, file);
    return rows;
  } catch (error) {
    gzip.destroy();
    output.destroy();
    await written.catch(() => {});
    rmSync(aside, { force: true });
    throw error;
  }
}

async function writeTables(
  client: pg.ClientBase,
  put: (text: string | Buffer) => Promise<void>,
  onTable: Told,
) {
  await client.query(`begin isolation level repeatable read read only; ${transactionSettings}`);
  try {
    const header: BackupHeader = {
      format: 'cadastre-backup',
      version: 1,
      at: new Date().toISOString(),
      migrations: (await appliedMigrations(client)).map(({ number, name, checksum }) => ({
        number,
        name,
        checksum,
      })),
    };
    await put(`${JSON.stringify(header)}\n`);
    const rows: Record<string, number> = {};
    const tables = await tablesInOrder(client);
    const sizes = await sizesOf(client);
    const sizeOf = (table: string) => sizes.get(table) ?? 0;
    const all = Math.max(
      1,
      tables.reduce((sum, { table }) => sum + sizeOf(table), 0),
    );
    let done = 0;
    for (const table of tables) {
      const size = sizeOf(table.table);
      let written = 0;
      let next = 0;
      await put(`${JSON.stringify({ table: table.table, columns: table.columns })}\n`);
      const stream = copyOut(client, `copy ${quoted(table.table)} (${columnList(table)}) to stdout`);
      onTable(table.table, done / all);
      for await (const chunk of stream) {
        if (!Buffer.isBuffer(chunk)) continue;
        await put(chunk);
        written += chunk.length;
        if (written < next + toldBytes) continue;
        next = written;
        onTable(table.table, (done + Math.min(written, size)) / all);
      }
      done += size;
      await put('\\.\n');
      rows[table.table] = stream.rowCount;
    }
    await put(`${JSON.stringify({ end: true, rows })}\n`);
    return rows;
  } finally {
    await client.query('rollback').catch(() => {});
  }
}

/** What each table takes on the disk without its indexes, which is near what its text takes. */
async function sizesOf(client: pg.ClientBase): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ table: string; size: string }>(
    `select relname::text as table, pg_table_size(oid)::text as size from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  return new Map(rows.map(({ table, size }) => [table, Number(size)]));
}

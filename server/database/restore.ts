import { once } from 'node:events';
import { statSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  columnList,
  isEnd,
  isHeader,
  isTableHeader,
  keptByTriggers,
  quoted,
  type TableHeader,
  tablesInOrder,
} from './backup-format.ts';
import { type BackupReader, readBackup } from './backup-reader.ts';
import { DatabaseSetupError } from './errors.ts';
import { type Migration, migrate, readMigrations } from './migrate.ts';
import { prepareRoles } from './roles.ts';
import { applyViews } from './views.ts';
import { withoutIndexes } from './without-indexes.ts';

export interface RestoreOptions {
  /** Told what is done and how much of all is done, 0 to 1. */
  readonly told?: (share: number, message: string) => void;
  /** Indexes and foreign keys are made behind the rows, which come in parts of so many bytes; null: row by row. */
  readonly parts?: number | null;
}

/** A compressed file above this has so many rows that their indexes are made faster anew than kept row by row. */
const largeFile = 32 * 1024 * 1024;
/**
 * A COPY of a large table is ended and begun anew after so many bytes: what its triggers and foreign keys have to look
 * at when it ends is held in memory, and is looked through row by row.
 */
const partBytes = 16 * 1024 * 1024;
const loadingShare = 0.75;
const indexesShare = 0.95;

/**
 * Loads a backup into a database without data: brings it to the backup's schema, loads all tables in one transaction
 * and migrates on. Answers the rows per table.
 */
export async function restoreBackup(
  client: pg.ClientBase,
  file: string,
  log: (line: string) => void,
  { told = () => undefined, parts }: RestoreOptions = {},
): Promise<Readonly<Record<string, number>>> {
  const reader = readBackup(file);
  try {
    const header = parse(await reader.line());
    if (!isHeader(header)) throw new DatabaseSetupError(`${file} is no backup of Cadastre.`);
    const migrations = migrationsOf(header.migrations, readMigrations());
    await refuseData(client);
    await prepareRoles(client, log);
    await emptySchema(client);
    await migrate(client, { migrations, log });
    const usual = statSync(file).size > largeFile ? partBytes : null;
    const load = { file, told, parts: parts === undefined ? usual : parts };
    const rows = await loadTables(client, reader, load);
    await migrate(client, { migrations: readMigrations(), log });
    await applyViews(client);
    told(indexesShare, 'Looking at what the tables hold');
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

interface Load extends Required<RestoreOptions> {
  readonly file: string;
}

async function loadTables(
  client: pg.ClientBase,
  reader: BackupReader,
  load: Load,
): Promise<Readonly<Record<string, number>>> {
  let rows: Readonly<Record<string, number>> = {};
  await client.query('begin');
  try {
    // What the migrations themselves put in stands in the backup too, perhaps changed since.
    const tables = await tablesInOrder(client);
    const seeded = [...tables].reverse().filter((table) => table.table !== 'audit');
    for (const table of seeded) await client.query(`delete from ${quoted(table.table)}`);
    const told = (share: number, name: string) =>
      load.told(loadingShare + share * (indexesShare - loadingShare), `Making ${name}`);
    await asTheyWere(client, tables, load.parts === null ? null : { told }, async () => {
      rows = await readTables(client, reader, tables, load);
    });
    for (const table of tables) await setSequence(client, table);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
  return rows;
}

/** Rows are loaded as they were, and indexes and foreign keys made behind them where there are many. */
async function asTheyWere(
  client: pg.ClientBase,
  tables: readonly TableHeader[],
  many: { readonly told: (share: number, name: string) => void } | null,
  load: () => Promise<void>,
): Promise<void> {
  const loaded = () => withoutTriggers(client, load);
  if (many === null) return loaded();
  const all = [...tables.map(({ table }) => table), ...keptByTriggers];
  await withoutIndexes(ownerOf(client), all, loaded, { cascades: true, told: many.told });
}

/**
 * Nothing follows from rows that are as they were, but what is in no backup: the last sales, which each new row tells,
 * and the values in force. Without their indexes what a trigger looks for is looked for among all rows, in every part
 * anew: of a state's values that takes hours.
 */
async function withoutTriggers(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ table: string; trigger: string }>(
    `select t.tgrelid::regclass::text as table, quote_ident(t.tgname) as trigger
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not t.tgisinternal and t.tgenabled = 'O'
       and t.tgname <> 'last_sale_new'`,
  );
  const turn = async (word: 'disable' | 'enable') => {
    const all = rows.map(({ table, trigger }) => `alter table ${table} ${word} trigger ${trigger}`);
    await client.query(all.join('; '));
  };
  await turn('disable');
  await work();
  // An older backup's schema keeps no values in force.
  if (rows.some(({ trigger }) => trigger === 'in_force_new'))
    await client.query(
      `insert into property_in_force (property_id, land_value_lt, land_value_future, land_value_lg, value_method, factor_applied,
         district_code, synthetic)
       select * from values_in_force(array(
         select distinct property_id from property_value where base_date in (lt_base_date(), future_base_date())))`,
    );
  await turn('enable');
}

function ownerOf(client: pg.ClientBase): Parameters<typeof withoutIndexes>[0] {
  return {
    query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
      const { rows, fields, rowCount } = await client.query<Row>(text, [...values]);
      return { rows, fields, rowCount: rowCount ?? rows.length };
    },
    script: async (text) => {
      await client.query(text);
    },
  };
}

async function readTables(
  client: pg.ClientBase,
  reader: BackupReader,
  tables: readonly TableHeader[],
  { file, told, parts }: Load,
): Promise<Readonly<Record<string, number>>> {
  const rows: Record<string, number> = {};
  for (;;) {
    const line = parse(await reader.line());
    if (isEnd(line)) {
      verify(line.rows, rows, file);
      return rows;
    }
    const known = isTableHeader(line) ? tables.find((table) => table.table === line.table) : undefined;
    if (!isTableHeader(line) || !known || line.columns.some((column) => !known.columns.includes(column)))
      throw new DatabaseSetupError(
        `${file} is damaged: it names a table or a column that its schema does not have.`,
      );
    // Rows may refer to later ones of their table: that is looked at when a COPY ends, unless the keys are made last.
    const most = parts ?? Number.POSITIVE_INFINITY;
    rows[line.table] = await loadTable(client, line, reader, most, () =>
      told(reader.share() * (parts === null ? indexesShare : loadingShare), `Loading ${line.table}`),
    );
  }
}

/** In parts of about so many bytes, each a COPY of its own. */
async function loadTable(
  client: pg.ClientBase,
  table: TableHeader,
  reader: BackupReader,
  most: number,
  told: () => void,
): Promise<number> {
  let loaded = 0;
  for (let isWhole = false; !isWhole; ) {
    told();
    loaded += await copyInto(client, table, '', async (take) => {
      isWhole = await reader.rows(take, most);
    });
  }
  return loaded;
}

/** A table as a file of its own has it. */
export interface TableSource extends TableHeader {
  /** CSV with a line of headings. */
  readonly bytes: () => AsyncIterable<Buffer>;
}

/**
 * Loads tables, each behind those it refers to, into a database that has the schema they came from and no data; what the
 * migrations put into them goes first. Many rows are loaded without their indexes, which are made behind them, as it is told.
 */
export async function loadTableFiles(
  client: pg.ClientBase,
  sources: readonly TableSource[],
  many: Parameters<typeof asTheyWere>[2],
): Promise<void> {
  await client.query('begin');
  try {
    const known = await tablesInOrder(client);
    const named = new Set(sources.map(({ table }) => table));
    for (const { table } of [...known].reverse())
      if (named.has(table)) await client.query(`delete from ${quoted(table)}`);
    await asTheyWere(client, known, many, async () => {
      for (const table of known) {
        const source = sources.find((one) => one.table === table.table);
        if (!source) continue;
        await copyInto(client, source, ' (format csv, header)', async (take) => {
          for await (const chunk of source.bytes()) await take(chunk);
        });
        await setSequence(client, table);
      }
    });
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

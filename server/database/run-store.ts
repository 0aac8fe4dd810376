// Runs of reports as tables of their own in the schema `report_runs`, which the roles of requests cannot reach.
import { randomBytes } from 'node:crypto';
import type { DatabaseClient, OwnerClient } from './client.ts';
import { CopyIn } from './copy-in.ts';
import { csvLine } from './csv-lines.ts';
import { type Columns, quoted } from './json-page.ts';
import type { Database } from './open-database.ts';

/** The column of a kept run that holds the order of its rows. */
export const inRunOrder = '#';

/** What is run: a statement with its values, its columns, and how many rows are kept. */
export interface RunSource {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly columns: Columns;
  readonly rowLimit: number | null;
  /** The types of the columns in SQL; `text` without them. */
  readonly run: { readonly types: readonly string[] } | null;
}

/** How long a run is read; then the same question runs the report anew. */
export const keptForMs = 10 * 60_000;
/** By how much the clocks of two servers may differ. */
const clocksDifferMs = 60_000;
export const mostBytes = 64 * 1024 * 1024;
const limits = { perUser: 40, bytesPerUser: 256 * 1024 * 1024, bytesInAll: 2 * 1024 * 1024 * 1024 };
const batchRows = 2_000;
const aside = { aside: true };

/** What names a run: the same key is the same question under the same rights. */
export interface RunName {
  readonly key: string;
  readonly user: number;
  readonly now: Date;
  /** Only a run made after this moment, for whoever asks for fresh rows; null for any. */
  readonly newerThan: Date | null;
  /** What the person had written before anything of it was read, where that is before the run itself begins. */
  readonly stamp?: number;
}

export interface KeptRun {
  readonly table: string;
  readonly runAt: string;
  readonly rows: number;
  readonly limited: boolean;
}

/** A run that would take too much room is not kept; its SQL is asked each time. */
export class TooLargeToKeep extends Error {}

async function findRun(client: DatabaseClient, name: RunName): Promise<KeptRun | null> {
  const { rows } = await client.query<{ table: string; at: string; rows: number; limited: boolean }>(
    `select table_name as table, run_at as at, row_count as rows, limited from report_runs.run
     where key = $1::text and user_id = $2::bigint and run_at > $3::timestamptz and run_at <= $5::timestamptz
       and ($4::timestamptz is null or run_at > $4::timestamptz)
       and stamp = (select coalesce(max(id), 0) from audit where user_id = $2::bigint)`,
    [
      name.key,
      name.user,
      new Date(name.now.getTime() - keptForMs).toISOString(),
      name.newerThan?.toISOString() ?? null,
      // One from the future tells of a clock that was put back: it would be read for longer than its time.
      new Date(name.now.getTime() + clocksDifferMs).toISOString(),
    ],
  );
  const row = rows[0];
  return row ? { table: row.table, runAt: row.at, rows: row.rows, limited: row.limited } : null;
}

/** What a person has written until now: a run shows what was written before it alone. */
async function stampOf(client: DatabaseClient, user: number): Promise<number> {
  const { rows } = await client.query<{ stamp: number }>(
    'select coalesce(max(id), 0) as stamp from audit where user_id = $1::bigint',
    [user],
  );
  return rows[0]?.stamp ?? 0;
}

/** The same run, of which nothing is read yet: what the person writes meanwhile is in none of it, or not in all. */
export async function beforeReading(database: Database, name: RunName): Promise<RunName> {
  const stamp = await database.owner((client) => stampOf(client, name.user), { readOnly: true });
  return { ...name, stamp };
}

/** Later than what is to be replaced, also where two servers' clocks differ. */
function momentOf({ now, newerThan }: RunName): string {
  return new Date(Math.max(now.getTime(), newerThan === null ? 0 : newerThan.getTime() + 1)).toISOString();
}

/** What was written into the table of a run, or of a part. */
export interface Filled {
  readonly rows: number;
  readonly bytes: number;
  /** There were more rows than are kept. */
  readonly limited: boolean;
}

/** Reads rows on a connection of its own, under the caller's role and rights. */
export type Reading = (work: (client: DatabaseClient) => Promise<void>) => Promise<void>;

/** The columns of a source as a table has them. */
export function columnTypes({ columns, run }: RunSource): readonly string[] {
  return [...columns.keys()].map((id, i) => `${quoted(id)} ${run?.types[i] ?? 'text'}`);
}

/** Runs the report once and keeps what it answers; `fill` writes the rows into the table of the run. */
export async function keepRun(
  database: Database,
  name: RunName,
  source: RunSource,
  fill: (owner: OwnerClient, table: string) => Promise<Filled>,
): Promise<void> {
  const table = `r${randomBytes(12).toString('hex')}`;
  await database.owner(async (owner) => {
    // Nobody misses a run that a crash takes, so its commit waits for no disk.
    await owner.script('set local synchronous_commit = off');
    // Two processes that are asked the same at once run it once: the second finds the first one's.
    await owner.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [name.key]);
    if (await findRun(owner, name)) return;
    const stamp = name.stamp ?? (await stampOf(owner, name.user));
    await owner.query(
      `create unlogged table report_runs.${table} (${[`${quoted(inRunOrder)} bigint generated always as identity`, ...columnTypes(source)].join(', ')})
         with (autovacuum_enabled = false)`,
    );
    const { rows, bytes, limited } = await fill(owner, table);
    // The older run's table may still be read by a download; it goes with the next sweep.
    await owner.query(
      `insert into report_runs.run (key, table_name, user_id, stamp, run_at, row_count, limited, bytes)
       values ($1::text, $2::text, $3::bigint, $4::bigint, $5::timestamptz, $6::bigint, $7::boolean, $8::bigint)
       on conflict (key) do update set table_name = excluded.table_name, stamp = excluded.stamp, run_at = excluded.run_at,
         row_count = excluded.row_count, limited = excluded.limited, bytes = excluded.bytes`,
      [name.key, table, name.user, stamp, momentOf(name), rows, limited, bytes],
    );
  }, aside);
}

/**
 * Writes what a source answers behind the cells that are given. It is read on another connection, so that the reader
 * needs no right to write.
 */
export async function pourRows(
  owner: OwnerClient,
  table: string,
  source: RunSource,
  read: Reading,
  before: { readonly names: readonly string[]; readonly cells: string } = { names: [], cells: '' },
): Promise<Filled> {
  const names = [...before.names, ...source.columns.keys()].map(quoted).join(', ');
  const copy = new CopyIn(owner, `copy report_runs.${table} (${names}) from stdin with (format csv)`);
  const most = source.rowLimit ?? Number.MAX_SAFE_INTEGER;
  let rows = 0;
  let bytes = 0;
  try {
    await read(async (client) => {
      // What lies beyond the bytes that are kept does not travel.
      const text = `select case when sum(octet_length(line) + 1) over (rows unbounded preceding) <= ${mostBytes} then line end as line
        from (select ${csvLine(source.columns)} as line from (${source.text}
        ) q limit ${most + 1}) l`;
      for await (const batch of client.batches<{ line: string | null }>(text, source.values, batchRows)) {
        if (batch.some(({ line }) => line === null)) throw new TooLargeToKeep();
        // One row beyond the limit only tells that there are more.
        const lines = batch.slice(0, Math.max(0, most - rows)).map(({ line }) => `${before.cells}${line}\n`);
        rows += batch.length;
        const written = lines.join('');
        bytes += Buffer.byteLength(written);
        if (bytes > mostBytes) throw new TooLargeToKeep();
        await copy.write(written);
      }
    });
  } catch (error) {
    await copy.abandon();
    throw error;
  }
  await copy.end();
  return { rows: Math.min(rows, most), bytes, limited: rows > most };
}

/** Takes away what has had its time, what is one too many, and tables that a crash has left without their row. */
export async function sweepRuns(database: Database, now: Date): Promise<void> {
  const gone = await database.owner(async (client) => {
    const { rows } = await client
      .query<{ table: string }>(
        `with ranked as (
         select key, run_at,
           row_number() over (partition by user_id order by run_at desc) as nth,
           sum(bytes) over (partition by user_id order by run_at desc, key) as of_user,
           sum(bytes) over (order by run_at desc, key) as in_all
         from report_runs.run)
       delete from report_runs.run r using ranked k
       where k.key = r.key and (k.run_at <= $1::timestamptz or k.nth > $2::bigint or k.of_user > $3::bigint
         or k.in_all > $4::bigint)`,
        [
          new Date(now.getTime() - keptForMs).toISOString(),
          limits.perUser,
          limits.bytesPerUser,
          limits.bytesInAll,
        ],
      )
      .then(() =>
        client.query<{ table: string }>(
          `select c.relname::text as table from pg_class c
         where c.relnamespace = 'report_runs'::regnamespace and c.relkind = 'r' and c.relname ~ '^[rs][0-9a-f]{24}$'
           and not exists (select from report_runs.run r where r.table_name = c.relname)
           and not exists (select from report_runs.series s where s.table_name = c.relname)`,
        ),
      );
    return rows.map(({ table }) => table);
  }, aside);
  for (const table of gone) await dropTable(database, table);
}

/** One that is being read goes the next time. */
async function dropTable(database: Database, table: string): Promise<void> {
  await database
    .owner(
      (client) =>
        client.script(
          `set local synchronous_commit = off; set local lock_timeout = '200ms'; drop table if exists report_runs.${quoted(table)}`,
        ),
      aside,
    )
    .catch(() => undefined);
}

/**
 * Reads a run that is kept; null where none is. It can write nothing and has its time, as a report's own reading: whose run
 * it is, its name says.
 */
export function readKeptRun<T>(
  database: Pick<Database, 'owner'>,
  name: RunName,
  read: (client: DatabaseClient, run: KeptRun) => Promise<T>,
): Promise<{ readonly value: T } | null> {
  return database.owner(
    async (client) => {
      await client.script("set local statement_timeout = '30s'");
      const run = await findRun(client, name);
      return run && { value: await read(client, run) };
    },
    { readOnly: true },
  );
}

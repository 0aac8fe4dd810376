// What a report answered of each district, or of a group of small ones, kept in one table until something of it changes.
import { randomBytes } from 'node:crypto';
import type { ByDistrict } from '#src/core/linked.ts';
import type { DatabaseClient, OwnerClient } from './client.ts';
import { crossingsOf } from './crossings.ts';
import { quoted } from './json-page.ts';
import type { Database } from './open-database.ts';
import {
  columnTypes,
  type Filled,
  mostBytes,
  pourRows,
  type Reading,
  type RunSource,
  TooLargeToKeep,
} from './run-store.ts';

/** What parts belong to: one question of a report under the same rights. */
export interface Series {
  readonly key: string;
  readonly table: string;
}

/** The column that tells which group of districts a row is of; `#` is their order within it. */
const ofGroup = '#group';
const inGroup = '#';
const aside = { aside: true };

/** How long a series is kept that nobody asks for. */
const unusedMs = 7 * 24 * 3_600_000;
const mostBytesInAll = 6 * 1024 * 1024 * 1024;

/** A series, whose table is made where there is none. */
export async function openSeries(
  database: Database,
  key: string,
  source: RunSource,
  now: Date,
): Promise<Series> {
  return database.owner(async (owner) => {
    await owner.script('set local synchronous_commit = off');
    const wanted = `s${randomBytes(12).toString('hex')}`;
    const { rows } = await owner.query<{ table: string }>(
      `insert into report_runs.series (key, table_name, used_at) values ($1::text, $2::text, $3::timestamptz)
       on conflict (key) do update set used_at = excluded.used_at returning table_name as table`,
      [key, wanted, now.toISOString()],
    );
    const table = rows[0]?.table ?? wanted;
    if (table === wanted) {
      const columns = [
        `${quoted(ofGroup)} text not null`,
        `${quoted(inGroup)} bigint generated always as identity`,
        ...columnTypes(source),
      ];
      await owner.script(
        `create unlogged table report_runs.${table} (${columns.join(', ')});
         create index on report_runs.${table} (${quoted(ofGroup)}, ${quoted(inGroup)})`,
      );
    }
    return { key, table };
  }, aside);
}

/** A district that has to be read, with the group that it was read in before; null for none. */
export interface Stale {
  readonly code: string;
  readonly group: string | null;
}

/** The districts of which nothing is kept, or in whose group something has changed since. */
async function staleDistricts(
  client: DatabaseClient,
  key: string,
  districts: readonly string[],
): Promise<readonly Stale[]> {
  const { rows } = await client.query<{ code: string; group: string | null }>(
    `with known as materialized (
       select p.district_code, p.group_code, exists (select from report_runs.district_change c
         where c.district_code = any (p.others || p.district_code || '*'::text) and not pg_visible_in_snapshot(c.xact, p.snapshot)) as stale
       from report_runs.part p where p.series = $1::text)
     select d.code, k.group_code as group
     from unnest($2::text[]) as d (code)
     left join known k on k.district_code = d.code
     where k.group_code is null or k.group_code in (select group_code from known where stale)
     order by d.code`,
    [key, districts],
  );
  return rows;
}

/** The same, asked for by itself. */
export function findStale(
  database: Database,
  key: string,
  districts: readonly string[],
): Promise<readonly Stale[]> {
  return database.owner((client) => staleDistricts(client, key, districts), { readOnly: true });
}

/**
 * Reads some districts anew as one group; those that were in a group with one of them, and are not read with it, are kept
 * no more. Nothing where others have just done so.
 */
export async function keepGroup(
  database: Database,
  { key, table }: Series,
  districts: readonly string[],
  source: RunSource,
  read: Reading,
): Promise<void> {
  await database.owner(async (owner) => {
    await owner.script('set local synchronous_commit = off');
    // In one order, so that nobody waits in a circle.
    await owner.query(
      `select pg_advisory_xact_lock(hashtextextended(code, 0)) from (
         select $1::text || ' ' || code as code from unnest($2::text[]) as d (code) order by 1) l`,
      [key, [...districts].sort()],
    );
    if ((await staleDistricts(owner, key, districts)).length < districts.length) return;
    const [group = ''] = districts;
    const others = await crossingsOf(owner, districts);
    // Taken before the rows are read: what is committed meanwhile counts as a change, whether the rows have it or not.
    const { rows: taken } = await owner.query<{ snapshot: string }>(
      'select pg_current_snapshot()::text as snapshot',
    );
    // Also what is left of parts that new views took away.
    await owner.query(
      `delete from report_runs.${table} where ${quoted(ofGroup)} = any ($2::text[]) or ${quoted(ofGroup)} in (
         select group_code from report_runs.part where series = $1::text and district_code = any ($2::text[]))`,
      [key, districts],
    );
    await owner.query(
      `delete from report_runs.part where series = $1::text and district_code <> all ($2::text[]) and group_code in (
         select group_code from report_runs.part where series = $1::text and district_code = any ($2::text[]))`,
      [key, districts],
    );
    const { rows, bytes, limited } = await pourRows(owner, table, source, read, {
      names: [ofGroup],
      cells: `${group},`,
    });
    await owner.query(
      `insert into report_runs.part (series, district_code, group_code, snapshot, others, row_count, bytes)
       select $1::text, code, $3::text, $4::pg_snapshot, $5::text[], case when code = $3::text then $6::bigint else 0 end,
         case when code = $3::text then $7::bigint else 0 end
       from unnest($2::text[]) as d (code)
       on conflict (series, district_code) do update set group_code = excluded.group_code, snapshot = excluded.snapshot,
         others = excluded.others, row_count = excluded.row_count, bytes = excluded.bytes`,
      [key, districts, group, taken[0]?.snapshot ?? null, others, rows + (limited ? 1 : 0), bytes],
    );
  }, aside);
}

const numbers: ReadonlySet<string> = new Set(['integer', 'number']);

/** Rows that agree in all that is not added up as one, with sums in the type that each column has. */
function added({ columns, run }: RunSource, table: string, how: 'sums' | readonly string[]): string {
  const isKey = ({ id, type }: { readonly id: string; readonly type: string }) =>
    how === 'sums' ? !numbers.has(type) : how.includes(id);
  const cells = [...columns.values()].map((column, i) =>
    isKey(column)
      ? quoted(column.id)
      : `sum(${quoted(column.id)})::${run?.types[i] ?? 'numeric'} as ${quoted(column.id)}`,
  );
  const keys = [...columns.values()].filter(isKey).map(({ id }) => quoted(id));
  const grouped = keys.length === 0 ? '' : ` group by ${keys.join(', ')}`;
  return `select ${cells.join(', ')} from report_runs.${table}${grouped}`;
}

/** Writes all parts of a series, one behind the other or added up, into the table of a run. */
export async function joinParts(
  owner: OwnerClient,
  into: string,
  { key, table }: Series,
  { districts, how }: { readonly districts: readonly string[]; readonly how: ByDistrict },
  source: RunSource,
): Promise<Filled> {
  const { rows: sums } = await owner.query<{ rows: number; bytes: number; parts: number }>(
    `select coalesce(sum(row_count), 0)::bigint as rows, coalesce(sum(bytes), 0)::bigint as bytes, count(*)::integer as parts
     from report_runs.part where series = $1::text`,
    [key],
  );
  const { rows: found = 0, bytes: all = 0, parts = 0 } = sums[0] ?? {};
  if (parts < districts.length) throw new PartsGone();
  const most = source.rowLimit ?? Number.MAX_SAFE_INTEGER;
  const bytes = found > most ? Math.ceil((all / found) * most) : all;
  if (bytes > mostBytes) throw new TooLargeToKeep();
  const names = [...source.columns.keys()].map(quoted).join(', ');
  if (how !== 'rows') {
    const { rowCount } = await owner.query(
      `insert into report_runs.${into} (${names}) ${added(source, table, how)} limit $1::bigint`,
      [most],
    );
    return { rows: rowCount, bytes, limited: false };
  }
  await owner.query(
    `insert into report_runs.${into} (${names}) select ${names} from report_runs.${table}
     order by ${quoted(ofGroup)}, ${quoted(inGroup)} limit $1::bigint`,
    [most],
  );
  return { rows: Math.min(found, most), bytes, limited: found > most };
}

/** A sweep, or a change of the views, took parts away that were there a moment ago. */
export class PartsGone extends Error {}

/** Takes away series that nobody asks for, or that are too many, and changes that every part has seen. */
export async function sweepParts(database: Database, now: Date): Promise<void> {
  await database.owner(async (client) => {
    await client.query(
      `with sized as (
         select s.key, s.used_at, sum(coalesce(p.bytes, 0)) over (order by s.used_at desc, s.key) as in_all
         from report_runs.series s
         left join (select series, sum(bytes) as bytes from report_runs.part group by series) p on p.series = s.key)
       delete from report_runs.series s using sized z
       where z.key = s.key and (z.used_at <= $1::timestamptz or z.in_all > $2::bigint)`,
      [new Date(now.getTime() - unusedMs).toISOString(), mostBytesInAll],
    );
    await client.query(
      `delete from report_runs.district_change c
       where c.xact::text::bigint < (select least(min(pg_snapshot_xmin(snapshot)::text::bigint), pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
         from (select snapshot from report_runs.part union all select snapshot from report_runs.crossing) k)`,
    );
  }, aside);
}

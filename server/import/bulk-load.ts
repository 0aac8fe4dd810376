import type { OwnerClient } from '#server/database/client.ts';
import { withoutIndexes } from '#server/database/without-indexes.ts';

/** Tables that a batch adds about a row each to per sale. */
const TABLES = [
  'sale_received',
  'sale',
  'property',
  'property_last_sale',
  'legal_lot',
  'import_log',
] as const;

/** Above this share of the rows already there, indexes are built anew rather than kept up row by row. */
const BULK_SHARE = 0.5;
const BULK_LEAST = 5000;

/** Whether so many records change the tables so much that what the planner knows of them is wrong. */
export function changesMuch(records: number): boolean {
  return records >= BULK_LEAST;
}

/** Nobody searches, sorts or groups by these: autovacuum tells of them too, and of indexes over expressions. */
const UNSEARCHED =
  `content recorded_at finding valuation_number sale_counter dimensions legal_description vendors purchasers
  internal_notes land_description values_rationale old_value new_value message tail
  created_at created_by updated_at updated_by version state`.split(/\s+/);

/** From this share of new rows on the planner is told; it reckons with the size of a table by itself. Autovacuum's own. */
const NEW_SHARE = 0.1;

/** A tenth of the sample that autovacuum takes a minute later, because a table of whose columns some were told is due. */
const TARGET = 10;

/**
 * Tells the planner what the tables hold that are mostly new. Autovacuum does so too, but a minute or more later, and a
 * report run until then may take a plan for empty tables and its whole time limit. What the trigram indexes were told
 * row by row is put in its place too: until then each search walks through all of it, and the next save would have to.
 * Answers the tables that were told of.
 */
export async function settleIndexes(client: OwnerClient, records: number): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; columns: string }>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.oid = any ($1::text[]::regclass[]) and c.reltuples * $2::real < $3::integer
       and a.attname <> all ($4::text[])
     group by c.relname order by c.relname`,
    [TABLES, NEW_SHARE, records, UNSEARCHED],
  );
  if (rows.length > 0) {
    const told = rows.map(({ name, columns }) => `${name} (${columns})`).join(', ');
    await client.script(`set local default_statistics_target = ${TARGET}; analyze ${told}`);
  }
  await client.query(
    `select gin_clean_pending_list(i.indexrelid) from pg_index i
     join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam and m.amname = 'gin'
     where i.indrelid = any ($1::text[]::regclass[])`,
    [TABLES],
  );
  return rows.map(({ name }) => name);
}

export async function isBulk(client: OwnerClient, rows: number): Promise<boolean> {
  if (rows < BULK_LEAST) return false;
  const { rows: found } = await client.query<{ held: number }>(
    'select count(*) as held from (select from sale limit $1) s',
    [Math.ceil(rows / BULK_SHARE)],
  );
  return Number(found[0]?.held) * BULK_SHARE < rows;
}

/** Without the indexes of what an import fills while it does; answers why, where they had to stay. */
export const withoutImportIndexes = (
  client: OwnerClient,
  work: () => Promise<void>,
): Promise<string | null> => withoutIndexes(client, TABLES, work);

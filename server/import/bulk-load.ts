import type { OwnerClient } from '#server/database/client.ts';
import { withoutIndexes } from '#server/database/without-indexes.ts';

/** Tables that a batch adds about a row each to per sale. */
const TABLES = ['sale_received', 'sale', 'property', 'legal_lot', 'import_log'] as const;

/** Above this share of the rows already there, indexes are built anew rather than kept up row by row. */
const BULK_SHARE = 0.5;
const BULK_LEAST = 5000;

/** Whether so many records change the tables so much that what the planner knows of them is wrong. */
export function changesMuch(records: number): boolean {
  return records >= BULK_LEAST;
}

/** What is asked of these two by; of the other columns autovacuum tells. */
const SEARCHED = {
  sale_received: `file_id, line_no, natural_key, district_code, property_id, suburb, zone_code, component_code, nature,
    purpose, contract_date, purchase_price, interest_pct, dealing_number, download_at, synthetic`,
  import_log: 'file_id, line_no, district_code, item_type, item_id, action, field, severity',
};

/**
 * Tells the planner what the tables hold now. Autovacuum does so too, but a minute or more later, and a report run
 * until then may take a plan for empty tables and its whole time limit. What the trigram indexes were told row by row
 * is put in its place too: until then each search walks through all of it, and the next save would have to do it.
 */
export async function settleIndexes(client: OwnerClient): Promise<void> {
  const { sale_received, import_log } = SEARCHED;
  await client.script(
    `analyze sale, property, legal_lot, sale_received (${sale_received}), import_log (${import_log})`,
  );
  await client.query(
    `select gin_clean_pending_list(i.indexrelid) from pg_index i
     join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam and m.amname = 'gin'
     where i.indrelid = any ($1::text[]::regclass[])`,
    [TABLES],
  );
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

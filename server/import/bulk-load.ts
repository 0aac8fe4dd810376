import type { OwnerClient } from '#server/database/client.ts';
import { codeOf } from '#server/database/errors.ts';

/** Tables that a batch adds about a row each to per sale. */
const TABLES = ['sale_received', 'sale', 'property', 'legal_lot', 'import_log'] as const;

/** Above this share of the rows already there, indexes are built anew rather than kept up row by row. */
const BULK_SHARE = 0.5;
const BULK_LEAST = 5000;

interface Definition extends Record<string, unknown> {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

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

/**
 * Sets the secondary indexes and the foreign keys of TABLES aside while `work` runs, and makes them again, foreign
 * keys checked over all rows, before the transaction ends: a first import is bound by them. A foreign key that
 * carries changes on stays, because nobody else would carry them: a property moves from a district to the one that
 * took its council over. Whoever reads the tables waits meanwhile; a failure or a kill rolls all of it back. Where
 * somebody reads for long, `work` runs with them in place, and the answer says so.
 */
export async function withoutIndexes(client: OwnerClient, work: () => Promise<void>): Promise<string | null> {
  const keys = await client.query<Definition>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and confupdtype in ('a', 'r') and conrelid = any ($1::text[]::regclass[]) order by 1, 2`,
    [TABLES],
  );
  const indexes = await client.query<Definition>(
    `select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name,
       pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     where i.indrelid = any ($1::text[]::regclass[]) and not i.indisprimary
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
     order by 1, 2`,
    [TABLES],
  );
  const drops = [
    ...keys.rows.map((key) => `alter table ${key.table} drop constraint ${key.name}`),
    ...indexes.rows.map((index) => `drop index ${index.name}`),
  ];
  const makes = [
    ...indexes.rows.map((index) => index.definition),
    ...keys.rows.map((key) => `alter table ${key.table} add constraint ${key.name} ${key.definition}`),
  ];
  const kept = await setAside(client, drops);
  if (kept !== null) {
    await work();
    return kept;
  }
  await client.script("set local maintenance_work_mem = '256MB'; set local min_parallel_table_scan_size = 0");
  await work();
  for (const make of makes) {
    // A trigram index is worth a second process; a plain one is built sooner than that has started.
    const helpers = make.includes(' USING gin ') ? 2 : 0;
    await client.script(`set local max_parallel_maintenance_workers = ${helpers}; ${make}`);
  }
  return null;
}

/** Null, or why they stay: a reader holds a table for longer than others should queue behind us. */
async function setAside(client: OwnerClient, drops: readonly string[]): Promise<string | null> {
  await client.script("savepoint aside; set local lock_timeout = '2s'");
  try {
    await client.script(drops.join('; '));
    await client.script('set local lock_timeout = 0; release savepoint aside');
    return null;
  } catch (error) {
    if (codeOf(error) !== '55P03') throw error;
    await client.script('rollback to savepoint aside; set local lock_timeout = 0');
    return 'Somebody read the sales or properties for longer than an import waits.';
  }
}

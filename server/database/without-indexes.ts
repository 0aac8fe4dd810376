import type { OwnerClient } from './client.ts';
import { codeOf } from './errors.ts';

/** Also what is no transaction of the pool's, as a restore's own connection. */
type SchemaClient = Pick<OwnerClient, 'query' | 'script'>;

interface Options {
  readonly cascades?: boolean;
  /** Told before each index or foreign key is made again, with the share of them that is made. */
  readonly told?: (share: number, name: string) => void;
}

interface Definition extends Record<string, unknown> {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Sets the secondary indexes and the foreign keys of some tables aside while `work` runs, and makes them again, foreign
 * keys checked over all rows, before the transaction ends: what loads many rows is bound by them. A foreign key that
 * carries changes on stays, because nobody else would carry them, unless `cascades` says that `work` changes none.
 * Whoever reads the tables waits meanwhile; a failure or a kill rolls all of it back. Where somebody reads for long,
 * `work` runs with them in place, and the answer says so.
 */
export async function withoutIndexes(
  client: SchemaClient,
  tables: readonly string[],
  work: () => Promise<void>,
  { cascades = false, told = () => undefined }: Options = {},
): Promise<string | null> {
  const keys = await client.query<Definition>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and (confupdtype in ('a', 'r') or $2) and conparentid = 0
       and conrelid = any ($1::text[]::regclass[]) order by 1, 2`,
    [tables, cascades],
  );
  const indexes = await client.query<Definition>(
    `select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name,
       pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     where i.indrelid = any ($1::text[]::regclass[]) and not i.indisprimary
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
     order by 1, 2`,
    [tables],
  );
  const drops = [
    ...keys.rows.map((key) => `alter table ${key.table} drop constraint ${key.name}`),
    ...indexes.rows.map((index) => `drop index ${index.name}`),
  ];
  const makes = [
    ...indexes.rows.map(({ table, name, definition }) => ({ table, name, make: definition })),
    ...keys.rows.map(({ table, name, definition }) => ({
      table,
      name,
      make: `alter table ${table} add constraint ${name} ${definition}`,
    })),
  ];
  const kept = await setAside(client, drops);
  if (kept !== null) {
    await work();
    return kept;
  }
  await client.script("set local maintenance_work_mem = '256MB'; set local min_parallel_table_scan_size = 0");
  await work();
  const large = await largeOf(client, tables);
  for (const [i, { table, name, make }] of makes.entries()) {
    told(i / makes.length, name);
    // A trigram index is worth a second process; a plain one of a small table is built sooner than that has started.
    const helpers = large.has(table) || make.includes(' USING gin ') ? 2 : 0;
    await client.script(`set local max_parallel_maintenance_workers = ${helpers}; ${make}`);
  }
  return null;
}

/** Tables of so many bytes that two processes sort their rows sooner than one. */
async function largeOf(client: SchemaClient, tables: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ table: string }>(
    `select one::regclass::text as table from unnest($1::text[]) as one where pg_relation_size(one::regclass) > $2`,
    [tables, 256 * 1024 * 1024],
  );
  return new Set(rows.map(({ table }) => table));
}

/** Null, or why they stay: a reader holds a table for longer than others should queue behind us. */
async function setAside(client: SchemaClient, drops: readonly string[]): Promise<string | null> {
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

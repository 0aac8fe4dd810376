import type { TableFacts } from '#src/core/link/catalog.ts';
import type { Asker } from '../database/rules.ts';
import { valueTypeOf } from './describe-query.ts';

/** Tables and views as JSON keeps them. */
export interface StoredTable {
  readonly name: string;
  readonly columns: { readonly [name: string]: number };
  readonly scope: string | null;
  readonly writes: readonly string[];
  readonly stamped: boolean;
  readonly refers: { readonly [column: string]: readonly string[] };
  readonly whole: string | null;
}

// A domain counts as what it holds.
const tablesSql = `
  select c.relname::text as name,
    (select jsonb_object_agg(a.attname, coalesce(nullif(t.typbasetype, 0), t.oid)::bigint)
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select substr(obj_description(p.oid, 'pg_policy'), 8) from pg_policy p
      where p.polrelid = c.oid and obj_description(p.oid, 'pg_policy') like 'scope: %' order by p.polname limit 1) as scope,
    array(select command from unnest(array['insert', 'update', 'delete']) as command
      where has_table_privilege('cadastre_writer', c.oid, command)) as writes,
    exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'version' and not a.attisdropped)
      and exists (select from pg_trigger g join pg_proc f on f.oid = g.tgfoid
        where g.tgrelid = c.oid and f.proname = 'stamp_update') as stamped,
    coalesce((select jsonb_object_agg(k.column_name, k.tables) from (
      select a.attname as column_name, jsonb_agg(distinct t.relname) as tables
      from pg_constraint f
        join pg_class t on t.oid = f.confrelid
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any(f.conkey)
      where f.conrelid = c.oid and f.contype = 'f' group by a.attname) k), '{}'::jsonb) as refers,
    case when c.relkind = 'v' then whole_table_of(c.oid) end as whole
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
  order by c.relname`;

function isStored(row: unknown): row is StoredTable {
  return typeof row === 'object' && row !== null && 'columns' in row && 'refers' in row;
}

export async function readTables(client: Asker): Promise<readonly StoredTable[]> {
  return (await client.query(tablesSql)).rows.filter(isStored);
}

/** The functions that a request may call, each with the types of its parameters. */
export async function readFunctions(client: Asker): Promise<readonly string[]> {
  const { rows } = await client.query(`
    select p.proname || '(' || array_to_string(array(select format_type(t, null) from unnest(p.proargtypes) as t), ', ') || ')'
        as name
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and has_function_privilege('cadastre_writer', p.oid, 'execute')
    order by name`);
  return rows.flatMap((row) => (hasName(row) ? [row.name] : []));
}

function hasName(row: unknown): row is { readonly name: string } {
  return typeof row === 'object' && row !== null && 'name' in row && typeof row.name === 'string';
}

export function tableFactsOf(stored: readonly StoredTable[]): ReadonlyMap<string, TableFacts> {
  return new Map(
    stored.map(({ name, columns, scope, writes, stamped, refers, whole }) => [
      name,
      {
        columns: new Map(Object.entries(columns).map(([column, type]) => [column, valueTypeOf(type)])),
        scope,
        writes,
        stamped,
        refers,
        ...(whole === null ? {} : { whole }),
      },
    ]),
  );
}

// The tables that a statement reads, in whatever function they are named.
import type { OwnerClient } from '#server/database/client.ts';

export interface Read {
  readonly tables: readonly string[];
  /** Text of the functions that it calls, each of those that they call among them, and its plan, in which views and short functions are written out. */
  readonly called: string;
}

/** `text` reads `parameters` values, as prepared: its plan is made for any of them, so no table is left out of it. */
export async function tablesRead(client: OwnerClient, text: string, parameters: number): Promise<Read> {
  await client.script(`set local plan_cache_mode = force_generic_plan; prepare read_by as ${text}`);
  const values = parameters === 0 ? '' : `(${Array.from({ length: parameters }, () => 'null').join(', ')})`;
  const { rows: plans } = await client.query(
    `explain (format json, verbose, costs off) execute read_by${values}`,
  );
  await client.script('deallocate read_by');
  const plan = JSON.stringify(plans);
  const named = (from: string, pattern: RegExp) => [...from.matchAll(pattern)].map(([, name]) => name ?? '');
  const relations = named(plan, /\\?"Relation Name\\?": *\\?"([a-z0-9_]+)/g);
  const names = [...named(text, /\b([a-z][a-z0-9_]*)\s*\(/g), ...named(plan, /\b([a-z][a-z0-9_]*)\(/g)];
  const { rows } = await client.query<{ tables: string[]; called: string }>(
    `with recursive used as (
       select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname = any ($2::text[])
       union
       select d.refobjid from used u join pg_depend d on d.classid = 'pg_proc'::regclass and d.objid = u.oid
         and d.refclassid = 'pg_proc'::regclass
     ), in_functions as (
       select c.relname::text as name from used u
       join pg_depend d on d.classid = 'pg_proc'::regclass and d.objid = u.oid and d.refclassid = 'pg_class'::regclass
       join pg_class c on c.oid = d.refobjid
     )
     select array(select unnest($1::text[]) union select name from in_functions order by 1) as tables,
       coalesce((select string_agg(pg_get_functiondef(u.oid), ' ') from used u
         join pg_proc p on p.oid = u.oid where p.prokind = 'f'), '') as called`,
    [relations, names],
  );
  const [{ tables = [], called: functions = '' } = {}] = rows;
  return { tables, called: `${functions} ${plan}` };
}

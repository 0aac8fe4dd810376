import type { Database } from './open-database.ts';
import { itself } from './transaction.ts';

/** What the catalogue says of a constraint, or of a unique index. */
export interface Constraint {
  /** In the order of the table; a computed column stands for those it is computed from. */
  readonly columns: readonly string[];
  /** Of a check: the condition that a row must fulfil. */
  readonly rule: string | null;
  /** Of a reference: the table that it leads to. */
  readonly target: string | null;
  readonly [column: string]: unknown;
}

// An index may be over an expression.
const constraintSql = `
  with named as (
    select k.oid, 'pg_constraint'::regclass as class, k.conrelid as relation, pg_get_expr(k.conbin, k.conrelid) as rule,
      case when k.confrelid <> 0 then k.confrelid::regclass::text end as target, k.conkey
    from pg_constraint k where k.conname = $1::text and k.conrelid = to_regclass($2::text)
    union all
    select i.indexrelid, 'pg_class'::regclass, i.indrelid, null, null, null
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = $1::text and i.indrelid = to_regclass($2::text)
  ),
  direct as (
    select n.relation, d.refobjsubid as number from named n
    join pg_depend d on d.classid = n.class and d.objid = n.oid and d.refobjid = n.relation and d.refobjsubid > 0
    union select n.relation, unnest(n.conkey) from named n
  )
  select max(n.rule) as rule, max(n.target) as target, array(
    select a.attname::text from direct
    join pg_attribute own on own.attrelid = direct.relation and own.attnum = direct.number
    left join pg_attrdef f on own.attgenerated <> '' and f.adrelid = own.attrelid and f.adnum = own.attnum
    left join pg_depend d on d.classid = 'pg_attrdef'::regclass and d.objid = f.oid and d.refobjsubid > 0
      and d.refobjsubid <> own.attnum
    join pg_attribute a on a.attrelid = direct.relation and a.attnum = coalesce(d.refobjsubid, direct.number)
    group by a.attname, a.attnum order by a.attnum
  ) as columns
  from named n`;

/** Row security keeps the values out of the database's own message; the catalogue, which everybody reads, has the columns. */
export async function constraintOf(
  database: Pick<Database, 'read'>,
  table: string,
  constraint: string,
): Promise<Constraint> {
  const { rows } = await database.read(itself, {}, (client) =>
    client.query<Constraint>(constraintSql, [constraint, `public.${table}`]),
  );
  return rows[0] ?? { columns: [], rule: null, target: null };
}

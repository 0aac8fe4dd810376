import type { Entity } from '#src/core/entity.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { Database } from '../database/open-database.ts';
import { Problem, type Rejection } from '../problem.ts';

interface Violation {
  readonly code: string;
  readonly table: string;
  readonly constraint: string | null;
  readonly column: string | null;
}

interface Constraint {
  readonly columns: readonly string[];
  /** Of a check: the condition that a row must fulfil. */
  readonly rule: string | null;
  readonly target: string | null;
  readonly [column: string]: unknown;
}

const kinds = new Set(['23502', '23503', '23505', '23514']);

function textOf(error: Error, key: string): string | null {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' && value !== '' ? value : null;
}

function violationOf(error: unknown): Violation | null {
  if (!(error instanceof Error)) return null;
  const code = textOf(error, 'code');
  const table = textOf(error, 'table');
  if (code === null || table === null || !kinds.has(code)) return null;
  // A row that others still refer to is a matter of removing it, not of a field.
  if (code === '23503' && !error.message.startsWith('insert or update')) return null;
  return { code, table, constraint: textOf(error, 'constraint'), column: textOf(error, 'column') };
}

// A computed column stands for those it is computed from, and an index may be over an expression.
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
    select distinct a.attname::text from direct
    join pg_attribute own on own.attrelid = direct.relation and own.attnum = direct.number
    left join pg_attrdef f on own.attgenerated <> '' and f.adrelid = own.attrelid and f.adnum = own.attnum
    left join pg_depend d on d.classid = 'pg_attrdef'::regclass and d.objid = f.oid and d.refobjsubid > 0
      and d.refobjsubid <> own.attnum
    join pg_attribute a on a.attrelid = direct.relation and a.attnum = coalesce(d.refobjsubid, direct.number)
  ) as columns
  from named n`;

async function constraintOf(
  database: Database,
  { constraint, table, column }: Violation,
): Promise<Constraint> {
  if (column !== null) return { columns: [column], rule: null, target: null };
  const { rows } = await database.owner((client) =>
    client.query<Constraint>(constraintSql, [constraint, `public.${table}`]),
  );
  return rows[0] ?? { columns: [], rule: null, target: null };
}

function messageOf(title: string, value: unknown, { code }: Violation, constraint: Constraint): string {
  const shown = value === undefined || value === null ? '' : ` "${String(value).slice(0, 80)}"`;
  switch (code) {
    case '23502':
      return `${title}: A value is needed.`;
    case '23503':
      return `${title}:${shown === '' ? ' What it names' : shown} does not exist in ${constraint.target ?? 'its list'}. Choose another.`;
    case '23505':
      return constraint.columns.length > 1
        ? `${title}: There is a record with the same values already. Change one of them, or open that record.`
        : `${title}:${shown === '' ? ' This value' : shown} is taken already. Choose another.`;
    default:
      return `${title}:${shown === '' ? ' This value' : shown} is not accepted${constraint.rule === null ? '' : `; the rule is ${constraint.rule}`}.`;
  }
}

/** A constraint of a table that was violated, as the fields of the body it is about; null for everything else. */
export async function constraintProblem(
  error: unknown,
  body: unknown,
  { database, entities }: { readonly database: Database; readonly entities: () => Iterable<Entity> },
): Promise<Problem | null> {
  const violation = violationOf(error);
  if (!violation) return null;
  const constraint = await constraintOf(database, violation);
  const given: { readonly [field: string]: unknown } = isJsonObject(body) ? body : {};
  const entity = [...entities()].find(({ record }) => record.table === violation.table);
  const named = constraint.columns.filter((column) => Object.hasOwn(given, column));
  const fields =
    named.length > 0
      ? named
      : constraint.columns.filter((column) => entity?.fields[column]?.readOnly === false);
  const errors: readonly Rejection[] = fields.sort().map((column) => ({
    pointer: `/${column}`,
    message: messageOf(entity?.fields[column]?.title ?? column, given[column], violation, constraint),
  }));
  if (errors.length === 0) return null;
  return new Problem('refused', errors[0]?.message, { errors, cause: error });
}

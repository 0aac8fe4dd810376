import type { DatabaseClient } from './client.ts';
import { CopyIn } from './copy-in.ts';

/** What is asked of a connection, so that the start's own serves too. */
interface Connection {
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rowCount: number | null }>;
}

/** SQL expressions by column, over what `from` names. */
interface Columns {
  readonly [column: string]: string;
}

/**
 * A set of rows of one table of records, told by a relation: what imports, the demo, the seed and the command line
 * write. Expressions are texts of our own, never from outside; `values` are bound.
 */
export type RowSet =
  | {
      readonly action: 'insert';
      readonly table: string;
      readonly columns: Columns;
      /** What follows `from`: tables, joins and conditions. */
      readonly from: string;
      /** Columns of a unique index: a row that is there already stays as it is. */
      readonly unless?: readonly string[];
      /** What else is written of the rows that came, in the same statement: it reads `columns` from `written`. */
      readonly told?: { readonly columns: readonly string[]; readonly statement: string };
      readonly values?: readonly unknown[];
    }
  | {
      readonly action: 'update';
      readonly table: string;
      /** Fields of the record: a row in which one of them changes gets a version and an entry of its history. */
      readonly fields: Columns;
      /** Where the row came from and what is counted over other rows, which no person writes: no new version. */
      readonly marks?: Columns;
      readonly from: string;
      /** Which rows; `t` is the row as it stands, here and in the expressions. */
      readonly where: string;
      /** The user whose change it is, an expression; nobody's without it. */
      readonly by?: string;
      readonly values?: readonly unknown[];
    }
  | {
      readonly action: 'delete';
      readonly table: string;
      /** What follows `using`, where the condition asks of other tables. */
      readonly using?: string;
      readonly where: string;
      readonly values?: readonly unknown[];
    };

/**
 * The second and last writer of tables of records, beside `writePlans` of server/records, through which people write.
 * A row that holds already what it is told to hold is not touched, and changed fields are told by the audit like
 * anybody's. That a set came or went as a whole is told by the log of what brought it. Answers the number of rows.
 */
export async function writeRows(client: Connection, set: RowSet): Promise<number> {
  const text =
    set.action === 'insert' ? insertion(set) : set.action === 'update' ? update(set) : removal(set);
  return (await client.query(text, set.values ?? [])).rowCount ?? 0;
}

/** The same for rows that are made here: lines of COPY text with these columns, as they come. */
export async function loadRows(
  client: DatabaseClient,
  table: string,
  columns: readonly string[],
  lines: Iterable<string>,
): Promise<void> {
  const copy = new CopyIn(client, `copy ${table} (${columns.join(', ')}) from stdin`);
  for (const piece of lines) await copy.write(piece);
  await copy.end();
}

type Of<Action extends RowSet['action']> = Extract<RowSet, { readonly action: Action }>;

function insertion({ table, columns, from, unless, told }: Of<'insert'>): string {
  const insert = `insert into ${table} (${Object.keys(columns).join(', ')})
    select ${Object.values(columns).join(', ')} from ${from}
    ${unless ? `on conflict (${unless.join(', ')}) do nothing` : ''}`;
  return told ? `with written as (${insert} returning ${told.columns.join(', ')}) ${told.statement}` : insert;
}

function update({ table, fields, marks = {}, from, where, by = 'null' }: Of<'update'>): string {
  const names = Object.keys(fields);
  const columns = { ...fields, ...marks };
  const all = Object.keys(columns);
  const row = (alias: string, ids: readonly string[]) => `(${ids.map((id) => `${alias}.${id}`).join(', ')})`;
  const sets = (values: (id: string) => string) => all.map((id) => `${id} = ${values(id)}`).join(', ');
  if (names.length === 0) {
    const now = `(${all.map((id) => marks[id]).join(', ')})`;
    return `update ${table} t set ${sets((id) => marks[id] ?? '')} from ${from}
      where (${where}) and ${row('t', all)} is distinct from ${now}`;
  }
  const next = `lateral (select ${all.map((id) => `${columns[id]} as ${id}`).join(', ')}) next`;
  // Held in the order of their ids, as saves hold them, so that what a person saves meanwhile is not lost.
  return `with held as materialized (
      select t.id, t.version, to_jsonb(t) as before, next.* from ${table} t, ${from}, ${next}
      where (${where}) and ${row('t', all)} is distinct from ${row('next', all)} order by t.id for update of t
    ), written as (
      update ${table} t set ${sets((id) => `held.${id}`)}, version = t.version
        + case when ${row('t', names)} is distinct from ${row('held', names)} then 1 else 0 end
      from held where t.id = held.id
      returning t.id, t.version, to_jsonb(t) as after
    ), told as (
      insert into audit (user_id, table_name, row_id, action, from_version, fields, district_code, synthetic)
      select ${by}::bigint, '${table}', id, 'update', held.version,
        (select jsonb_object_agg(f, jsonb_build_object('old', before -> f, 'new', after -> f))
         from unnest('{${names.join(',')}}'::text[]) f where before -> f is distinct from after -> f),
        before ->> 'district_code', coalesce((before ->> 'synthetic')::boolean, false)
      from held join written using (id) where written.version > held.version
    )
    select from written`;
}

function removal({ table, using, where }: Of<'delete'>): string {
  return `delete from ${table} t ${using === undefined ? '' : `using ${using}`} where ${where}`;
}

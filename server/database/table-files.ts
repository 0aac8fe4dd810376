// Tables as CSV, each row once and in its order, so that the same data come to the same bytes.
import type pg from 'pg';
import { columnList, quoted, type TableHeader, tablesInOrder } from './backup-format.ts';
import { copyOut } from './copy-out.ts';

export interface TableChoice {
  /** Tables that are left out, whatever the reason says. */
  readonly leftOut: { readonly [table: string]: string };
  /** The columns of a table of which not all are taken. */
  readonly columns: { readonly [table: string]: readonly string[] };
  /** A condition in place of the one that a table's data set is. */
  readonly rows: { readonly [table: string]: string };
}

export interface TableFile extends TableHeader {
  /** `copy … to stdout`. */
  readonly statement: string;
  /** The latest change of its rows, as `at`; null where it keeps none. */
  readonly lastChange: string | null;
}

interface Shape {
  readonly table: string;
  readonly key: readonly string[];
  readonly synthetic: boolean;
  readonly stamped: boolean;
  readonly [column: string]: unknown;
}

interface Reference {
  readonly table: string;
  readonly column: string;
  readonly target: string;
  readonly target_column: string;
  readonly [column: string]: unknown;
}

async function shapes(client: pg.ClientBase): Promise<ReadonlyMap<string, Shape>> {
  const { rows } = await client.query<Shape>(`
    select c.relname as table,
      coalesce((select array_agg(a.attname::text order by k.place)
        from pg_index i cross join unnest(i.indkey) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary), '{}') as key,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'synthetic' and not a.attisdropped) as synthetic,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'updated_at' and not a.attisdropped) as stamped
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`);
  return new Map(rows.map((row) => [row.table, row]));
}

async function references(client: pg.ClientBase): Promise<readonly Reference[]> {
  const { rows } = await client.query<Reference>(`
    select c.relname as table, a.attname as column, t.relname as target, b.attname as target_column
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
    where k.contype = 'f' and cardinality(k.conkey) = 1 and k.conrelid <> k.confrelid
      and k.connamespace = 'public'::regnamespace
    order by 1, 2, 3`);
  return rows;
}

/** Tables of a data set, what they refer to before them; rows without a data set of their own have that of their record. */
export async function tableFiles(
  client: pg.ClientBase,
  synthetic: boolean,
  choice: TableChoice,
): Promise<readonly TableFile[]> {
  const [tables, known, links] = [
    await tablesInOrder(client),
    await shapes(client),
    await references(client),
  ];
  const kept = tables.filter(({ table }) => !Object.hasOwn(choice.leftOut, table));
  const conditionOf = (table: string): string => {
    const own = choice.rows[table];
    if (own !== undefined) return own;
    if (known.get(table)?.synthetic) return `synthetic = ${synthetic}`;
    const parts = links
      .filter((link) => link.table === table)
      .map(({ column, target, target_column }) => ({
        column,
        target,
        target_column,
        its: conditionOf(target),
      }))
      .filter(({ its }) => its !== 'true')
      .map(
        // By the target's key: what `in` would look through does not fit into a query's memory at 2.7 million properties.
        ({ column, target, target_column, its }) =>
          `(${quoted(table)}.${quoted(column)} is null or exists (select from ${quoted(target)}
            where ${quoted(target)}.${quoted(target_column)} = ${quoted(table)}.${quoted(column)} and (${its})))`,
      );
    return parts.length === 0 ? 'true' : parts.join(' and ');
  };
  return kept.map(({ table, columns: all }) => {
    const shape = known.get(table);
    if (!shape || shape.key.length === 0) throw new Error(`Table ${table} has no key to sort its rows by.`);
    const columns = all.filter((column) => choice.columns[table]?.includes(column) ?? true);
    const condition = conditionOf(table);
    const order = shape.key.map(quoted).join(', ');
    const from = `from ${quoted(table)} where ${condition}`;
    return {
      table,
      columns,
      statement: `copy (select ${columnList({ table, columns })} ${from} order by ${order}) to stdout (format csv, header)`,
      lastChange:
        shape.stamped && columns.includes('updated_at') ? `select max(updated_at) as at ${from}` : null,
    };
  });
}

/** The lines of a table; `counted` is told how many rows there were. */
export async function* tableLines(
  client: pg.ClientBase,
  { statement }: TableFile,
  counted: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const stream = copyOut(client, statement);
  for await (const chunk of stream) if (Buffer.isBuffer(chunk)) yield chunk;
  counted(stream.rowCount);
}

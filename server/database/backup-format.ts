import type pg from 'pg';

// A backup is one gzip of text: a line of JSON about the whole, then for each table a line of JSON and the rows as
// COPY writes them, ended by `\.`, and at last a line of JSON that proves the end. `zcat` shows it to a person.

export interface BackupHeader {
  readonly format: 'cadastre-backup';
  readonly version: 1;
  readonly at: string;
  readonly migrations: readonly {
    readonly number: number;
    readonly name: string;
    readonly checksum: string;
  }[];
}

export interface TableHeader {
  readonly table: string;
  readonly columns: readonly string[];
}

export interface BackupEnd {
  readonly end: true;
  readonly rows: Readonly<Record<string, number>>;
}

export const keptByTriggers = ['property_last_sale', 'property_in_force'] as const;

/** What the program makes itself: migrations and views of the database restored into, and what triggers keep. */
const made = ['migration', 'schema_view', ...keptByTriggers];

/**
 * Tables that restore after those they refer to, with the columns that hold data of their own.
 */
export async function tablesInOrder(client: pg.ClientBase): Promise<readonly TableHeader[]> {
  const tables = await client.query<{ table: string; columns: string[] }>(
    `
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and c.relname <> all ($1::text[])
    group by c.relname order by c.relname`,
    [made],
  );
  const references = await client.query<{ table: string; target: string }>(`
    select c.relname as table, t.relname as target
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`);
  const ordered: TableHeader[] = [];
  const placed = new Set<string>();
  let waiting = tables.rows;
  while (waiting.length > 0) {
    const free = waiting.filter((one) =>
      references.rows.every((r) => r.table !== one.table || placed.has(r.target)),
    );
    if (free.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${waiting.map((w) => w.table).join(', ')}.`);
    for (const one of free) placed.add(one.table);
    ordered.push(...free);
    waiting = waiting.filter((one) => !placed.has(one.table));
  }
  return ordered;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function columnList(table: TableHeader): string {
  return table.columns.map(quoted).join(', ');
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isHeader(value: unknown): value is BackupHeader {
  return (
    isObject(value) &&
    value.format === 'cadastre-backup' &&
    value.version === 1 &&
    Array.isArray(value.migrations)
  );
}

export function isTableHeader(value: unknown): value is TableHeader {
  return (
    isObject(value) &&
    typeof value.table === 'string' &&
    Array.isArray(value.columns) &&
    value.columns.every((one: unknown) => typeof one === 'string')
  );
}

export function isEnd(value: unknown): value is BackupEnd {
  return isObject(value) && value.end === true && isObject(value.rows);
}

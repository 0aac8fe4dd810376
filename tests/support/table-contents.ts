// What stands in all tables that files fill, whatever their kind: a hash a table of all that does not depend on when it was written.
import contents from '#server/modules/valuationfile/contents.json' with { type: 'json' };

/** What tells of the work, of who came and of the schema, not what was left by a file. */
const apart = [
  'app_user',
  'audit',
  'idempotency',
  'import_file',
  'import_log',
  'job',
  'limit_count',
  'migration',
  'notification',
  'schema_view',
  'session',
  'user_activity',
  'user_password',
  // A new table of the server's own work is in that list, or valuation files are never the same twice.
  ...Object.entries(contents.leftOut).flatMap(([table, reason]) =>
    ['work of the server', 'use of the pages', 'guards the sign-in'].includes(reason) ? [table] : [],
  ),
];

/** Which fields an entry tells of, not what: numbers of records are others at each import. */
const history = `select table_name, action,
    (select string_agg(name, ',' order by name) from jsonb_object_keys(coalesce(fields, '{}')) name) as told
  from audit where id > $1::bigint and table_name <> all ('{${apart.join(',')}}')`;

export type Contents = Readonly<Record<string, string>>;

/** The owner of a database, through whichever client. */
export interface Asked {
  query(
    text: string,
    values?: unknown[],
  ): Promise<{ readonly rows: readonly { readonly [column: string]: unknown }[] }>;
}

/** Without surrogate numbers, times of day and versions; the history after the entry `since`. */
export async function contentsOf(client: Asked, since: number): Promise<Contents> {
  const { rows: tables } = await client.query(
    `select c.relname::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1::text[])
       and format_type(a.atttypid, null) not in ('timestamp with time zone', 'tsvector')
       and a.attname <> 'version' and (a.attname !~ '(^|_)id$' or a.attname = 'property_id')
     group by c.relname order by c.relname`,
    [apart],
  );
  const asked = tables.map(({ name, columns }) => [String(name), `select ${columns} from ${name}`] as const);
  const found: Record<string, string> = {};
  for (const [name, query] of [...asked, ['history', history] as const]) {
    const { rows } = await client.query(
      `select md5(string_agg(r::text, E'\\n' order by r::text)) as hash from (${query}) r`,
      name === 'history' ? [since] : [],
    );
    const hash = rows[0]?.hash ?? null;
    if (hash !== null) found[name] = String(hash);
  }
  return found;
}

export async function lastEntry(client: Asked): Promise<number> {
  const { rows } = await client.query('select coalesce(max(id), 0)::float8 as id from audit');
  return Number(rows[0]?.id ?? 0);
}

// What a report's query may read, asked of a migrated database, so that nobody needs psql to write one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#server/database/open-database.ts';
import { databaseFolder } from './check.ts';
import { lazyDatabase } from './lazy-database.ts';
import { UsageError, type Verb } from './verb.ts';

interface Column extends Record<string, unknown> {
  readonly table: string;
  readonly kind: 'r' | 'v' | 'm' | 'p';
  readonly about: string | null;
  readonly column: string;
  readonly type: string;
  readonly note: string | null;
}

interface Routine extends Record<string, unknown> {
  readonly name: string;
  readonly takes: string;
  readonly gives: string;
  readonly about: string | null;
}

export interface Readable {
  readonly columns: readonly Column[];
  readonly functions: readonly Routine[];
}

/** Tables, views and functions that the role of reports may use. */
export async function readReadable(database: Database): Promise<Readable> {
  return database.owner(async (client) => {
    const columns = await client.query<Column>(
      `select c.relname::text as table, c.relkind::text as kind, obj_description(c.oid) as about,
         a.attname::text as column,
         -- A domain is told by what it holds.
         format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), case when t.typbasetype = 0 then a.atttypmod else t.typtypmod end) as type, col_description(c.oid, a.attnum) as note
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       join pg_type t on t.oid = a.atttypid
       where n.nspname = current_schema() and c.relkind in ('r', 'v', 'm', 'p')
         and has_column_privilege('cadastre_reader', c.oid, a.attnum, 'select')
       order by c.relname, a.attnum`,
    );
    const functions = await client.query<Routine>(
      `select p.proname::text as name, pg_get_function_arguments(p.oid) as takes, pg_get_function_result(p.oid) as gives,
         obj_description(p.oid) as about
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = current_schema() and p.prokind in ('f', 'a', 'w')
         and pg_get_function_result(p.oid) <> 'trigger'
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
         and has_function_privilege('cadastre_reader', p.oid, 'execute')
         -- What is kept of reports is read by them alone.
         and p.proname <> 'kept_rows'
       order by 1, 2`,
    );
    return { columns: columns.rows, functions: functions.rows };
  });
}

function cell(text: string | null): string {
  return (text ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** The page docs/tables.md. */
export function tablesPage({ columns, functions }: Readable): string {
  const tables = [...new Set(columns.map(({ table }) => table))];
  const lines = [
    '# What a query may read',
    '',
    'Made by `npm run screens -- tables --write` from the migrated database; never edited. A report reads as the role',
    '`cadastre_reader`: only, and only rows of the districts of whoever runs it. Dates are dates, money is whole AUD,',
    'areas are m².',
    '',
  ];
  for (const table of tables) {
    const own = columns.filter((column) => column.table === table);
    lines.push(`## ${table}`, '');
    if (own[0]?.about) lines.push(own[0].about, '');
    if (own[0]?.kind === 'v') lines.push('A view.', '');
    lines.push('| Column | Type | |', '|---|---|---|');
    for (const { column, type, note } of own) lines.push(`| \`${column}\` | ${cell(type)} | ${cell(note)} |`);
    lines.push('');
  }
  lines.push('## Functions', '', '| Function | Takes | Gives | |', '|---|---|---|---|');
  for (const { name, takes, gives, about } of functions)
    lines.push(`| \`${name}\` | ${cell(takes)} | ${cell(gives)} | ${cell(about)} |`);
  return `${lines.join('\n')}\n`;
}

export const tablesVerb: Verb = {
  name: 'tables',
  usage: '[TABLE] [--write]',
  summary: 'Lists the tables, columns and functions that a query may read.',
  details: ['With a table only its columns. --write makes docs/tables.md.'],
  run: async (args, { root, out }) => {
    const [table, ...more] = args.filter((arg) => !arg.startsWith('-'));
    const wrong = args.find((arg) => arg.startsWith('-') && arg !== '--write');
    if (wrong || more.length > 0) throw new UsageError(`"${wrong ?? more[0]}" is not understood.`);
    const database = lazyDatabase(root, databaseFolder(join(root, 'var', 'check')), () => {});
    try {
      const readable = await readReadable(database);
      if (args.includes('--write')) {
        writeFileSync(join(root, 'docs', 'tables.md'), tablesPage(readable));
        out('docs/tables.md is written.');
        return 0;
      }
      const shown = readable.columns.filter((column) => table === undefined || column.table === table);
      if (shown.length === 0) throw new UsageError(`"${table}" is no table that a query may read.`);
      for (const { table: name, column, type } of shown) out(`${name}.${column}`.padEnd(44) + type);
      if (table === undefined)
        for (const { name, takes, gives } of readable.functions) out(`${name}(${takes}) → ${gives}`);
      return 0;
    } finally {
      await database.close();
    }
  },
};

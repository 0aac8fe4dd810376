import { isJsonObject, type JsonObject } from '#src/core/values.ts';
import { fieldsOf } from './written.ts';

const byType: { readonly [type: string]: string } = {
  boolean: 'boolean',
  number: 'numeric',
  integer: 'integer',
  array: 'jsonb',
  object: 'jsonb',
};

function typeOf(name: string, field: JsonObject): string {
  const { type, format } = field;
  if (name === 'district_code') return 'district_code';
  if (type === 'integer' && (format === 'id' || format === 'currency')) return 'bigint';
  if (typeof type === 'string' && type !== 'string') return byType[type] ?? 'jsonb';
  if (format === 'date') return 'date';
  if (format === 'datetime' || format === 'date-time') return 'timestamptz';
  return format === 'richText' ? 'jsonb' : 'text';
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

/** Columns that a scope asks for and that no field declares. */
function scopeColumns({ scope }: JsonObject, declared: ReadonlySet<string>): readonly string[] {
  const wanted =
    scope === 'user'
      ? ['user_id', 'bigint not null references app_user (id)']
      : scope === 'company'
        ? ['company', 'bigint not null default app_company()']
        : scope === 'all'
          ? null
          : ['district_code', 'district_code not null'];
  return wanted && !declared.has(wanted[0] ?? '') ? [wanted.join(' ')] : [];
}

/** The migration of an entity's table; what every table of records has, record_table adds. */
export function tableSql(entity: JsonObject, tableOf: (entity: string) => string): string {
  const record = isJsonObject(entity.record) ? entity.record : {};
  const table = String(record.table);
  const scope = typeof entity.scope === 'string' ? entity.scope : 'district';
  const refs = isJsonObject(entity.refs) ? entity.refs : {};
  // By these a row has its place: without them it would be nobody's, or have no address.
  const own = scope === 'district' ? ['district_code'] : [];
  const required = new Set([...texts(entity.required), ...texts(entity.key), ...own]);
  const made = isJsonObject(entity.life) ? String(entity.life.field) : '';
  // What a view computes lies nowhere.
  const fields = fieldsOf(entity).filter(([, field]) => field.value === undefined || field.stored === true);
  const columns = fields.map(([name, field]) => {
    const target = refs[name];
    const type = typeof target === 'string' ? `bigint` : typeOf(name, field);
    const always = required.has(name) || name === made || field.number !== undefined;
    const reference = typeof target === 'string' ? ` references ${tableOf(target)} (id)` : '';
    return `${name} ${type}${always ? ' not null' : ''}${reference}`;
  });
  const declared = new Set(fields.map(([name]) => name));
  const once = [...(Array.isArray(entity.unique) ? entity.unique.map(texts) : []), texts(entity.key)];
  const unique = once.flatMap((names) => (names.length > 0 ? [`unique (${names.join(', ')})`] : []));
  const lines = [
    'id bigint generated always as identity primary key',
    ...scopeColumns(entity, declared),
    ...columns,
    ...unique,
  ];
  const indexed = [
    ...(scope === 'district' ? ['district_code'] : []),
    ...Object.keys(refs).filter((name) => declared.has(name)),
  ];
  const writes = isJsonObject(record.permissions) && record.permissions.update !== undefined ? '' : ", '{}'";
  return `create table ${table} (
  ${lines.join(',\n  ')}
);
${indexed.map((name) => `create index ${table}_${name} on ${table} (${name});\n`).join('')}select record_table('${table}', '${scope}'${writes});
${childrenSql(entity, table, tableOf)}`;
}

/** A table for rows inside records; it may hold the rows of several lists, told apart by their fixed columns. */
function childSql(
  table: string,
  lists: readonly JsonObject[],
  parent: string,
  tableOf: (entity: string) => string,
): string {
  const columns = new Map<string, string>();
  const add = (name: string, column: string) => {
    if (!columns.has(name)) columns.set(name, `${name} ${column}`);
  };
  for (const child of lists) {
    const required = new Set(texts(child.required));
    add(String(child.parent), `bigint not null references ${parent} (id) on delete cascade`);
    if (typeof child.order === 'string') add(child.order, 'integer');
    for (const [name, value] of Object.entries(isJsonObject(child.fixed) ? child.fixed : {}))
      add(
        name,
        `${typeof value === 'number' ? 'numeric' : typeof value === 'string' ? 'text' : 'boolean'} not null`,
      );
    for (const [name, field] of fieldsOf(child)) {
      const picked = name === child.pickField && typeof child.pick === 'string';
      const type = picked ? 'bigint' : typeOf(name, field);
      const reference = picked ? ` references ${tableOf(String(child.pick))} (id)` : '';
      add(name, `${type}${required.has(name) ? ' not null' : ''}${reference}`);
    }
  }
  const lines = ['id bigint generated always as identity primary key', ...columns.values()];
  return `create table ${table} (
  ${lines.join(',\n  ')}
);
select child_table('${table}', '${parent}');
`;
}

function childrenSql(entity: JsonObject, parent: string, tableOf: (entity: string) => string): string {
  const children = Object.values(isJsonObject(entity.children) ? entity.children : {}).filter(isJsonObject);
  const tables = [...new Set(children.map(({ table }) => String(table)))];
  return tables
    .map((table) => {
      const lists = children.filter((child) => child.table === table);
      return `\n${childSql(table, lists, parent, tableOf)}`;
    })
    .join('');
}

/** The view that lists and records read: the table, and beside it what people know a district by. */
export function viewSql(entity: JsonObject): string {
  const table = isJsonObject(entity.record) ? String(entity.record.table) : '';
  const plural = typeof entity.plural === 'string' ? entity.plural : String(entity.title);
  const names = fieldsOf(entity).map(([name]) => name);
  const title = plural.charAt(0).toUpperCase() + plural.slice(1);
  const district = names.includes('district_code')
    ? { column: ',\n  d.name as district_name', join: '\nleft join district d on d.code = t.district_code' }
    : { column: '', join: '' };
  return `-- ${title}, as lists and records show them.

select t.*${district.column}
from ${table} t${district.join}
`;
}

// An entity and the tables it names: what a field reads and what a save writes must be there, of the right type.
import { under } from '../pointer.ts';
import { suggest } from '../suggest.ts';
import { isJsonObject, type JsonObject, type ValueType } from '../values.ts';
import type { TableFacts } from './catalog.ts';
import { valueTypeOf } from './entity-of.ts';

type Report = (pointer: string, rule: string, message: string, suggestion?: string) => void;
type Tables = ReadonlyMap<string, TableFacts>;

/** What a column may be for a field of a type. */
const suits: { readonly [type in ValueType]: readonly ValueType[] } = {
  text: ['text'],
  integer: ['integer'],
  number: ['number', 'integer'],
  boolean: ['boolean'],
  date: ['date'],
  datetime: ['datetime'],
  list: ['list', 'json'],
  json: ['json'],
};

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function linkTable(json: JsonObject, tables: Tables, report: Report): void {
  const record = isJsonObject(json.record) ? json.record : {};
  const table = named('table', text(record.table) ?? '', tables, report);
  const view = named('view', text(record.view) ?? text(record.table) ?? '', tables, report);
  if (!table || !view) return;
  const fields = isJsonObject(json.properties) ? json.properties : {};
  for (const [name, field] of Object.entries(fields)) {
    if (!isJsonObject(field)) continue;
    const pointer = under('/properties', name);
    linkColumn(name, field, pointer, view, report);
    // What the view has and the table has not is computed: a save cannot write it.
    if (field.readOnly !== true && view.facts.columns.has(name) && !table.facts.columns.has(name))
      report(
        pointer,
        'missing-column',
        `A save would write "${name}", and table "${table.name}" has no such column. Mark the field "readOnly", or add the column in a new migration.`,
        suggest(name, table.facts.columns.keys()),
      );
  }
  linkRights(json, record, table, report);
}

interface Named {
  readonly name: string;
  readonly facts: TableFacts;
}

function named(key: 'table' | 'view', name: string, tables: Tables, report: Report): Named | null {
  const facts = tables.get(name);
  if (facts) return { name, facts };
  report(
    `/record/${key}`,
    'unknown-table',
    `The database has no ${key} "${name}". Make it in a new migration under server/database/migrations.`,
    suggest(name, tables.keys()),
  );
  return null;
}

function linkColumn(name: string, field: JsonObject, pointer: string, view: Named, report: Report): void {
  const column = view.facts.columns.get(name);
  if (column === undefined) {
    report(
      pointer,
      'missing-column',
      `"${view.name}" has no column "${name}". Add it in a new migration, or take the field out.`,
      suggest(name, view.facts.columns.keys()),
    );
    return;
  }
  const type = valueTypeOf(text(field.type), text(field.format));
  if (!suits[type].includes(column))
    report(
      under(pointer, 'type'),
      'column-type',
      `Field "${name}" is ${type}, and the column of "${view.name}" is ${column}. Change the one or the other.`,
    );
}

/** The scope that the table was declared with, what a request may write, and what a save needs. */
function linkRights(json: JsonObject, record: JsonObject, { name, facts }: Named, report: Report): void {
  const scope = text(json.scope) ?? 'district';
  // The usual scope is seldom written, so it has no place of its own.
  const at = scope === 'district' ? '/record/table' : '/scope';
  if (facts.scope !== scope)
    report(
      at,
      'scope-differs',
      `The records belong to "${scope}", and table "${name}" is declared for ${facts.scope === null ? 'nobody' : `"${facts.scope}"`}. Declare it in a new migration: select record_table('${name}', '${scope}').`,
    );
  const permissions = isJsonObject(record.permissions) ? record.permissions : {};
  if (text(permissions.update) === null) {
    if (facts.writes.length > 0)
      report(
        '/record/table',
        'grant-too-wide',
        `Nobody may write these records, but requests may ${facts.writes.join(', ')} rows of "${name}". Declare it in a new migration: select record_table('${name}', '${scope}', '{}').`,
      );
    return;
  }
  if (!facts.stamped)
    report(
      '/record/table',
      'table-without-version',
      `Table "${name}" has no version or no stamp, so one person's save would undo another's. Declare it in a new migration: select record_table('${name}', '${scope}').`,
    );
}

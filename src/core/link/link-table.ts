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

/** `tableOf` gives the table of an entity, null for one that is not known. */
export function linkTable(
  json: JsonObject,
  tables: Tables,
  report: Report,
  tableOf: (entity: string) => string | null = () => null,
): void {
  const record = isJsonObject(json.record) ? json.record : {};
  const table = named('/record/table', 'table', text(record.table) ?? '', tables, report);
  const viewName = text(record.view) ?? text(record.table) ?? '';
  const view = named('/record/view', 'view', viewName, tables, report);
  if (!table || !view) return;
  linkWhole(record, table, view, report);
  linkFields(json, '', table, view, report);
  linkPosition(json, view, report);
  linkRights(json, record, table, report);
  linkReferences(json, table, report, tableOf);
  for (const [name, child] of Object.entries(isJsonObject(json.children) ? json.children : {}))
    if (isJsonObject(child)) linkChild(child, under('/children', name), table.name, tables, report);
}

/** A list that is counted by the table has its rows and no other. */
function linkWhole(record: JsonObject, table: Named, view: Named, report: Report): void {
  if (record.wholeTable !== true || view.name === table.name || view.facts.whole === table.name) return;
  report(
    '/record/wholeTable',
    'whole-table',
    `"${view.name}" does not have each row of "${table.name}" once and no other, so its list would be counted wrong. Remove "wholeTable", or join what it adds from the left, by keys.`,
  );
}

/** Degrees are numbers, in columns that no field has to show. */
function linkPosition({ position }: JsonObject, view: Named, report: Report): void {
  if (!isJsonObject(position)) return;
  for (const key of ['lat', 'lon'] as const) {
    const name = text(position[key]) ?? '';
    const column = view.facts.columns.get(name);
    if (column === undefined)
      report(
        `/position/${key}`,
        'missing-column',
        `"${view.name}" has no column "${name}". Add it to the view, or name the one that holds the degrees.`,
        suggest(name, view.facts.columns.keys()),
      );
    else if (!suits.number.includes(column))
      report(
        `/position/${key}`,
        'column-type',
        `A position is a number of degrees, and the column "${name}" of "${view.name}" is ${column}.`,
      );
  }
}

/** The functions that a save or a move calls by their names in the entity. */
export function linkFunctions(json: JsonObject, functions: ReadonlySet<string>, report: Report): void {
  const must = (name: unknown, parameters: string, at: string) => {
    if (typeof name !== 'string' || functions.has(`${name}(${parameters})`)) return;
    const known = [...functions].filter((one) => one.endsWith(`(${parameters})`));
    report(
      at,
      'missing-function',
      `The database has no function ${name}(${parameters}) that a request may call. Make it in a new migration, with a grant to cadastre_writer.`,
      suggest(
        name,
        known.map((one) => one.slice(0, one.indexOf('('))),
      ),
    );
  };
  must(json.rules, 'jsonb, jsonb', '/rules');
  must(json.computes, 'jsonb, jsonb', '/computes');
  const moves = isJsonObject(json.life) && Array.isArray(json.life.moves) ? json.life.moves : [];
  for (const [i, move] of moves.entries())
    if (isJsonObject(move))
      must(move.runs, move.together === true ? 'bigint[]' : 'bigint', `/life/moves/${i}/runs`);
}

/** What the items of a reference list need of the view that shows them. */
const itemColumns = ['id', 'name', 'code', 'active', 'version', 'posn'];

/** The view of a reference list whose items are records. */
export function linkListView(view: string, at: string, tables: Tables, report: Report): void {
  const found = named(at, 'view', view, tables, report);
  const missing = found ? itemColumns.filter((column) => !found.facts.columns.has(column)) : [];
  if (missing.length > 0)
    report(
      at,
      'missing-column',
      `"${view}" has no ${missing.map((column) => `"${column}"`).join(', ')}, which the items of a list need. Add it in server/database/views/${view}.sql.`,
    );
}

function linkFields(json: JsonObject, at: string, table: Named, view: Named, report: Report): void {
  const fields = isJsonObject(json.properties) ? json.properties : {};
  for (const [name, field] of Object.entries(fields)) {
    // What is computed when it is asked for lies nowhere.
    if (!isJsonObject(field) || (field.value !== undefined && field.stored !== true)) continue;
    const pointer = under(`${at}/properties`, name);
    linkColumn(name, field, pointer, view, report);
    // What the view has and the table has not is computed: a save cannot write it.
    const written = field.readOnly !== true && field.write !== 'never';
    if (written && view.facts.columns.has(name) && !table.facts.columns.has(name))
      report(
        pointer,
        'missing-column',
        `A save would write "${name}", and table "${table.name}" has no such column. Mark the field as never written, or add the column in a new migration.`,
        suggest(name, table.facts.columns.keys()),
      );
  }
}

/** What people choose must stay there; what files say may name what has yet to come, so it is held by nothing. */
function linkReferences(
  json: JsonObject,
  { name, facts }: Named,
  report: Report,
  tableOf: (entity: string) => string | null,
): void {
  const fields = isJsonObject(json.properties) ? json.properties : {};
  for (const [field, target] of Object.entries(isJsonObject(json.refs) ? json.refs : {})) {
    const given = fields[field];
    const other = tableOf(text(target) ?? '');
    if (!facts.refers || other === null || !isJsonObject(given) || !facts.columns.has(field)) continue;
    if (given.write === 'never' || given.readOnly === true || facts.refers[field]?.includes(other)) continue;
    report(
      under('/refs', field),
      'missing-foreign-key',
      `"${field}" refers to "${text(target)}", and "${name}" has no foreign key to "${other}": a record could be taken away under it. Add it in a new migration: alter table ${name} add foreign key (${field}) references ${other} (id).`,
    );
  }
}

/** Rows inside a record: a table of their own, found by the number of the record. */
function linkChild(child: JsonObject, at: string, owner: string, tables: Tables, report: Report): void {
  const table = named(`${at}/table`, 'table', text(child.table) ?? '', tables, report);
  if (!table) return;
  if (table.facts.scope === 'district')
    report(
      `${at}/table`,
      'scope-differs',
      `Nothing fills the district of rows inside a record, and table "${table.name}" is declared for "district". Whoever sees the record sees its rows: select child_table('${table.name}', '${owner}').`,
    );
  linkFields(child, at, table, table, report);
  for (const column of Object.keys(isJsonObject(child.fixed) ? child.fixed : {}))
    if (!table.facts.columns.has(column))
      report(
        under(`${at}/fixed`, column),
        'missing-column',
        `"${table.name}" has no column "${column}". Add it in a new migration, or take it out.`,
        suggest(column, table.facts.columns.keys()),
      );
  const parent = text(child.parent) ?? '';
  if (!table.facts.columns.has(parent))
    report(
      `${at}/parent`,
      'missing-column',
      `"${table.name}" has no column "${parent}". Add it in a new migration, or name the one that holds the record's number.`,
      suggest(parent, table.facts.columns.keys()),
    );
}

interface Named {
  readonly name: string;
  readonly facts: TableFacts;
}

function named(at: string, what: string, name: string, tables: Tables, report: Report): Named | null {
  const facts = tables.get(name);
  if (facts) return { name, facts };
  report(
    at,
    'unknown-table',
    `The database has no ${what} "${name}". Make it in a new migration under server/database/migrations.`,
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

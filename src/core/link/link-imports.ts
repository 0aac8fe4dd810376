// Link rules of imports: what they name, and what their SQL returns.
import { type Checked, diagnosticOf } from '../check/check.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Entity } from '../entity.ts';
import { baseName } from '../pointer.ts';
import { suggest } from '../suggest.ts';
import { isJsonObject, type Json } from '../values.ts';
import type { Catalog, ImportColumn, ImportKind, QueryFacts } from './catalog.ts';
import { givenParameters } from './check-query.ts';
import { checkParams } from './link-queries.ts';
import { missingColumns, type Report } from './missing-columns.ts';
import { checkUses, queryError } from './query-uses.ts';

type Document = Checked<'import'>;
/** Given by the engine to the SQL of an import, beside the districts. */
const importParameters = ['rows', 'options'] as const;

/** What the SQL of a kind may return beside fields of its records. */
export const settledColumns = [
  'line',
  'lines',
  'id',
  'version',
  'district_code',
  'move',
  'refused',
  'fate',
  'message',
  'changes',
] as const;

export const toldColumns = ['line', 'action', 'field', 'old_value', 'new_value', 'message'] as const;

/** Arguments of the functions of a kind that has no SQL. */
const functionArguments = { function: 'bigint, jsonb, jsonb', undoneBy: 'bigint' } as const;

export function importOf({ json, loaded }: Document): ImportKind {
  const text = (value: Json | undefined) => (typeof value === 'string' ? value : null);
  const list = (value: Json | undefined) => (Array.isArray(value) ? value : []);
  return {
    id: String(json.id),
    file: loaded.file,
    title: String(json.title),
    noun: String(json.noun),
    description: String(json.description),
    needs: String(json.needs),
    entity: String(json.entity),
    version: typeof json.version === 'number' ? json.version : 1,
    name: text(json.file),
    record: text(json.record),
    bare: json.bare === true,
    delimiters: json.delimiters === undefined ? [',', ';', '\t'] : list(json.delimiters).map(String),
    trailing: json.trailing === true,
    windows: json.letters === 'windows-1252',
    columns: list(json.columns).map(columnOf),
    sql: text(json.sql),
    lines: text(json.lines),
    function: text(json.function),
    undoneBy: text(json.undoneBy),
    undo: json.undo !== false,
    help: text(json.help),
  };
}

const types = ['text', 'integer', 'number', 'date', 'boolean', 'list'] as const;

function columnOf(json: Json): ImportColumn {
  const { id, title, type, required, most, codes, minimum, maximum } = isJsonObject(json) ? json : {};
  const number = (value: Json | undefined) => (typeof value === 'number' ? value : null);
  return {
    id: String(id),
    title: typeof title === 'string' ? title : String(id).replaceAll('_', ' '),
    type: types.find((known) => known === type) ?? 'text',
    required: required === true,
    most: number(most),
    codes: typeof codes === 'string' ? codes : null,
    minimum: number(minimum),
    maximum: number(maximum),
  };
}

export function linkImports(
  documents: readonly Document[],
  catalog: Catalog,
  factsOf: (name: string) => QueryFacts | null,
): readonly Diagnostic[] {
  return documents.flatMap((document) => {
    const kind = importOf(document);
    const report: Report = (pointer, rule, message, suggestion) =>
      diagnosticOf(document.loaded, { pointer, rule, message, suggestion });
    const asked = [
      ...(kind.sql === null ? [] : [['/sql', kind.sql] as const]),
      ...(kind.lines === null ? [] : [['/lines', kind.lines] as const]),
    ];
    return [
      ...checkNames(kind, catalog, report),
      ...checkForm(kind, catalog, report),
      ...asked.flatMap(([pointer, sql]) => {
        const facts = factsOf(sql);
        if (!facts)
          return [report(pointer, 'missing-query', `There is no ${sql}.sql beside the definition.`)];
        return [
          ...(facts.error ? [queryError(facts)] : []),
          ...checkUses(facts, null, catalog),
          ...checkParams(document, facts, [], catalog, 'import', [...givenParameters, ...importParameters]),
          ...(pointer === '/sql'
            ? checkSettled(pointer, facts, catalog.entities.get(kind.entity), report)
            : missingColumns(pointer, toldColumns, facts, report)),
        ];
      }),
    ];
  });
}

function checkNames(
  { needs, entity, columns, help }: ImportKind,
  { permissions, entities, codes, help: hasHelp }: Catalog,
  report: Report,
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  if (permissions && !permissions.has(needs))
    found.push(
      report(
        '/needs',
        'unknown-permission',
        `Permission "${needs}" is unknown, so nobody has it.`,
        suggest(needs, permissions),
      ),
    );
  if (!entities.has(entity))
    found.push(
      report(
        '/entity',
        'unknown-entity',
        `Entity "${entity}" is unknown. An import is about records of a type.`,
        suggest(entity, entities.keys()),
      ),
    );
  if (help !== null && hasHelp && !hasHelp(help))
    found.push(
      report('/help', 'unknown-help', `There is no help page "${help}".`, `Write docs/help/${help}.md.`),
    );
  const seen = new Set<string>();
  for (const [i, { id, codes: table }] of columns.entries()) {
    if (table !== null && !codes.has(table))
      found.push(
        report(
          `/columns/${i}/codes`,
          'unknown-codes',
          `Code table "${table}" is unknown.`,
          suggest(table, codes.keys()),
        ),
      );
    if (seen.has(id) || id === 'line')
      found.push(report(`/columns/${i}/id`, 'import-form', `There is a column "${id}" already.`));
    seen.add(id);
  }
  return found;
}

/** How a file of the kind is told, and who writes what it says. */
function checkForm(kind: ImportKind, { functions }: Catalog, report: Report): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  if ((kind.name !== null || kind.bare) && kind.record === null)
    found.push(report('', 'import-form', 'Lines without headings begin with a letter: name it as "record".'));
  if ((kind.sql === null) === (kind.function === null))
    found.push(report('', 'import-form', 'Either "sql" or "function" says what becomes of the lines.'));
  if (kind.function !== null && kind.undo && kind.undoneBy === null)
    found.push(
      report(
        '/function',
        'import-form',
        'What a function wrote is taken back by one: name it as "undoneBy".',
      ),
    );
  if (!functions) return found;
  for (const [key, needed] of Object.entries(functionArguments)) {
    const name = key === 'function' ? kind.function : kind.undoneBy;
    if (name === null || functions.has(`${name}(${needed})`)) continue;
    found.push(
      report(
        `/${key}`,
        'missing-function',
        `The database has no function ${name}(${needed}) that a request may call. Make it in a new migration.`,
      ),
    );
  }
  return found;
}

function checkSettled(
  pointer: string,
  facts: QueryFacts,
  entity: Entity | undefined,
  report: Report,
): readonly Diagnostic[] {
  const { columns, file } = facts;
  if (columns === null) return [];
  const names = columns.map(({ name }) => name);
  const found: Diagnostic[] = [];
  if (!names.includes('line') && !names.includes('lines'))
    found.push(
      report(
        pointer,
        'unknown-column',
        `"line" is not returned by ${baseName(file)}.`,
        'Return "line" or "lines".',
      ),
    );
  found.push(...missingColumns(pointer, ['id', 'version'], facts, report));
  if (!entity) return found;
  const fields = [...Object.keys(entity.fields), ...Object.keys(entity.children ?? {})];
  const known: readonly string[] = [...settledColumns, ...fields];
  for (const name of names)
    if (!known.includes(name))
      found.push(
        report(
          pointer,
          'unknown-field',
          `"${name}" of ${baseName(file)} is no field of entity "${entity.id}".`,
          suggest(name, fields),
        ),
      );
  return found;
}

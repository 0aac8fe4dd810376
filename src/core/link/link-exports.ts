// Link rules of exports: their SQL, what it returns, and what becomes of the items.
import { type Checked, diagnosticOf } from '../check/check.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { suggest } from '../suggest.ts';
import { isJsonObject, type Json, type JsonObject } from '../values.ts';
import type {
  Catalog,
  ExportDays,
  ExportLayout,
  ExportRecord,
  ExportType,
  ImportKind,
  QueryFacts,
} from './catalog.ts';
import { givenParameters } from './check-query.ts';
import { checkParams } from './link-queries.ts';
import { missingColumns, type Report } from './missing-columns.ts';
import { checkUses, queryError } from './query-uses.ts';

type Document = Checked<'export'>;

/** Given by the engine to the SQL of an export, beside the districts. */
export const exportParameters = ['base', 'ids', 'export'] as const;

export function exportOf({ json, loaded }: Document): ExportType {
  const text = (value: Json | undefined) => (typeof value === 'string' ? value : null);
  const list = (value: Json | undefined) => (Array.isArray(value) ? value.filter(isJsonObject) : []);
  const becomes = isJsonObject(json.becomes) ? json.becomes : null;
  const pages = isJsonObject(json.pages) ? json.pages : null;
  return {
    id: String(json.id),
    file: loaded.file,
    title: String(json.title),
    description: String(json.description),
    needs: text(json.needs),
    name: String(json.file),
    year: json.year === true,
    after: text(json.after),
    entity: String(json.entity),
    items: String(json.items),
    checks: text(json.checks),
    records: list(json.records).map((record) => recordOf(record, list(record.columns))),
    layout: isJsonObject(json.layout) ? layoutOf(json.layout) : null,
    pages: pages && {
      sql: String(pages.sql),
      screen: String(pages.screen),
      params: Object.fromEntries(
        Object.entries(isJsonObject(pages.params) ? pages.params : {}).map(([param, column]) => [
          param,
          String(column),
        ]),
      ),
    },
    received: text(json.received),
    becomes: becomes && {
      move: String(becomes.move),
      batch: text(becomes.batch),
      day: text(becomes.day),
    },
  };
}

/** The queries of a type beside those of its items and checks, with the columns that each returns. */
export function contentQueries(
  { records, layout, pages, received }: ExportType,
  imports: ReadonlyMap<string, Pick<ImportKind, 'columns'>>,
) {
  const about = ['item', 'district_code'];
  return [
    ...records.map(({ sql, columns }, i) => ({
      pointer: `/records/${i}/sql`,
      sql,
      columns: [...about, ...columns.map(({ id }) => id)],
    })),
    ...(layout
      ? [
          {
            pointer: '/layout/sql',
            sql: layout.sql,
            columns: [
              ...new Set([...about, ...(imports.get(layout.import)?.columns ?? []).map(({ id }) => id)]),
            ],
          },
        ]
      : []),
    ...(pages
      ? [
          {
            pointer: '/pages/sql',
            sql: pages.sql,
            columns: [...new Set([...about, 'name', ...Object.values(pages.params)])],
          },
        ]
      : []),
    ...(received === null ? [] : [{ pointer: '/received', sql: received, columns: [...about, 'file'] }]),
  ];
}

const dayForms: readonly ExportDays[] = ['YYYYMMDD', 'DD/MM/YYYY', 'D/MM/YYYY'];

function layoutOf(json: JsonObject): ExportLayout {
  return {
    import: String(json.import),
    sql: String(json.sql),
    days: dayForms.find((known) => known === json.days) ?? 'YYYYMMDD',
    trailing: json.trailing === true,
    together: json.together === true,
  };
}

function recordOf({ record, sql }: JsonObject, columns: readonly JsonObject[]): ExportRecord {
  return {
    record: String(record),
    sql: String(sql),
    columns: columns.map(({ id, title, required, most }) => ({
      id: String(id),
      title: typeof title === 'string' ? title : String(id).replaceAll('_', ' '),
      required: required === true,
      most: typeof most === 'number' ? most : null,
    })),
  };
}

export function linkExports(
  documents: readonly Document[],
  imports: ReadonlyMap<string, ImportKind>,
  catalog: Catalog,
  factsOf: (name: string) => QueryFacts | null,
): readonly Diagnostic[] {
  const known = documents.map(({ json }) => String(json.id));
  return documents.flatMap((document) => {
    const type = exportOf(document);
    const report: Report = (pointer, rule, message, suggestion) =>
      diagnosticOf(document.loaded, { pointer, rule, message, suggestion });
    const asked: readonly (readonly [pointer: string, sql: string, columns: readonly string[]])[] = [
      ['/items', type.items, ['item', 'district_code']],
      ...contentQueries(type, imports).map(({ pointer, sql, columns }) => [pointer, sql, columns] as const),
      ...(type.checks === null
        ? []
        : [['/checks', type.checks, ['item', 'district_code', 'severity', 'rule', 'message']] as const]),
    ];
    return [
      ...checkNames(type, known, catalog, report),
      ...checkLayout(type, imports, report),
      ...asked.flatMap(([pointer, sql, columns]) => {
        const facts = factsOf(sql);
        if (!facts)
          return [report(pointer, 'missing-query', `There is no ${sql}.sql beside the definition.`)];
        return [
          ...(facts.error ? [queryError(facts)] : []),
          ...checkUses(facts, null, catalog),
          ...checkParams(document, facts, [], catalog, 'export', [...givenParameters, ...exportParameters]),
          ...missingColumns(pointer, columns, facts, report),
        ];
      }),
    ];
  });
}

function checkLayout(
  { layout }: ExportType,
  imports: ReadonlyMap<string, ImportKind>,
  report: Report,
): readonly Diagnostic[] {
  if (!layout || imports.has(layout.import)) return [];
  return [
    report(
      '/layout/import',
      'unknown-import',
      `There is no import "${layout.import}".`,
      suggest(layout.import, imports.keys()),
    ),
  ];
}

function checkNames(
  { needs, after, entity, becomes }: ExportType,
  known: readonly string[],
  { permissions, entities }: Catalog,
  report: Report,
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  if (needs !== null && permissions && !permissions.has(needs))
    found.push(
      report(
        '/needs',
        'unknown-permission',
        `Permission "${needs}" is unknown, so nobody has it.`,
        suggest(needs, permissions),
      ),
    );
  if (after !== null && !known.includes(after))
    found.push(report('/after', 'unknown-export', `There is no export "${after}".`, suggest(after, known)));
  const type = entities.get(entity);
  if (!type)
    found.push(
      report(
        '/entity',
        'unknown-entity',
        `Entity "${entity}" is unknown. The items of an export are records of a type.`,
        suggest(entity, entities.keys()),
      ),
    );
  if (!becomes) return found;
  const moves = type?.life?.moves.map(({ id }) => id) ?? [];
  if (!moves.includes(becomes.move))
    found.push(
      report(
        '/becomes/move',
        'command-move',
        `"${becomes.move}" is no move of "${entity}".`,
        suggest(becomes.move, moves),
      ),
    );
  for (const part of ['batch', 'day'] as const) {
    const field = becomes[part];
    if (field === null || !type || Object.hasOwn(type.fields, field)) continue;
    found.push(
      report(
        `/becomes/${part}`,
        'unknown-field',
        `Field "${field}" is not in entity "${type.id}".`,
        suggest(field, Object.keys(type.fields)),
      ),
    );
  }
  return found;
}

// Data sources: a query, a named query, groups of another source, records or an operation. Longer than the habit: each kind
// ends in the same columns.
import { type Shape, shapeOfFields } from '../expressions/shape.ts';
import type { LinkedField, LinkedRepeat, LinkedSource, Text } from '../linked.ts';
import { baseName, under } from '../pointer.ts';
import { isJsonObject, type Json, type JsonObject } from '../values.ts';
import { entityOfList, type NamedQuery, type Operation, type QueryFacts, type Term } from './catalog.ts';
import { checkNamed, checkQuery } from './check-query.ts';
import { answerFields, columnField, wrappedList } from './dictionary.ts';
import { linkedFieldOf } from './entity-of.ts';
import { byDistrictOf } from './link-by-district.ts';
import { entityShape } from './link-entity.ts';
import { checkCounts, linkFigures } from './link-figures.ts';
import { linkGroups } from './link-groups.ts';
import { checkList } from './link-params.ts';
import { linkObject, linkValue, nowhere } from './link-value.ts';
import { checkRecordsReads } from './records-reads.ts';
import type { ScreenLinking } from './screen-linking.ts';

const sourceKinds = ['sql', 'query', 'from', 'records', 'operation'];

export function linkSources(screen: ScreenLinking): void {
  const { data } = screen.checked.json;
  for (const [id, given] of Object.entries(isJsonObject(data) ? data : {})) {
    if (!isJsonObject(given)) continue;
    const pointer = under('/data', id);
    const kinds = sourceKinds.filter((kind) => given[kind] !== undefined);
    if (kinds.length !== 1) {
      screen.report({
        pointer,
        rule: 'source-kind',
        message: `Data source "${id}" has ${kinds.length === 0 ? 'none' : 'more than one'} of "sql", "query", "from", "records" and "operation". Give exactly one.`,
      });
    }
    // A source that cannot be linked still has its name: what reads it is no mistake of its own.
    const linked = kinds.length === 1 ? linkSource(id, given, pointer, screen) : null;
    if (!linked) {
      screen.openSources.add(id);
      screen.shapes.set(id, 'any');
    }
    const source = linked ?? { kind: 'sql' as const, id, fields: [], rowKey: null };
    screen.sources.set(id, {
      ...source,
      ...repeatOf(id, given, pointer, screen),
      ...unreadOf(source, given, screen),
    });
    for (const field of source.fields) if (field.codes) screen.addCodes(field.codes, pointer);
  }
}

/** Live parameters that a source reads neither itself nor through the one that it stands on. */
function unreadOf(
  source: LinkedSource,
  given: JsonObject,
  screen: ScreenLinking,
): { readonly unread?: readonly string[] } {
  if (source.kind === 'operation') return {};
  const base = source.kind === 'sql' ? (source.over ?? source.groups?.from) : undefined;
  const said = JSON.stringify(given);
  const named = source.kind === 'sql' ? Object.keys(source.named ?? {}) : [];
  const read = screen.paramsOfSource.get(source.id) ?? [];
  const own = (id: string) =>
    new RegExp(`params\\.${id}\\b`).test(said) || (read.includes(id) && !named.includes(id));
  const under = base === undefined ? undefined : screen.sources.get(base);
  const live = [...screen.params.values()].filter((param) => param.live).map(({ id }) => id);
  const unread = live.filter(
    (id) =>
      !own(id) && (under === undefined || under.kind === 'operation' || under.unread?.includes(id) === true),
  );
  return unread.length > 0 ? { unread } : {};
}

function repeatOf(id: string, given: JsonObject, pointer: string, screen: ScreenLinking): LinkedRepeat {
  const follows = typeof given.follows === 'string' ? given.follows : null;
  // Only what stands before: sources come to life one after the other.
  if (follows !== null)
    screen.known(
      follows,
      [...screen.sources.keys()].filter((known) => known !== id),
      under(pointer, 'follows'),
      'unknown-source',
      `No source before "${id}" is named "${follows}".`,
    );
  if (follows !== null) screen.use(['data', follows]);
  return {
    ...(typeof given.every === 'number' ? { every: given.every } : {}),
    ...(follows === null ? {} : { follows }),
  };
}

function linkSource(
  id: string,
  given: JsonObject,
  pointer: string,
  screen: ScreenLinking,
): LinkedSource | null {
  if (typeof given.sql === 'string') return linkSql(id, given.sql, given, pointer, screen);
  if (typeof given.query === 'string') return linkNamed(id, given.query, given, pointer, screen);
  if (typeof given.from === 'string') return linkGroups(id, given.from, given, pointer, screen);
  if (typeof given.records === 'string') return linkRecords(id, given.records, given, pointer, screen);
  return typeof given.operation === 'string'
    ? linkOperation(id, given.operation, given, pointer, screen)
    : null;
}

function linkSql(
  id: string,
  name: string,
  given: JsonObject,
  pointer: string,
  screen: ScreenLinking,
): LinkedSource {
  const screenId = String(screen.checked.json.id);
  const place = under(pointer, 'sql');
  const facts = screen.catalog.query(screenId, name);
  if (!facts) {
    const folder = screen.checked.loaded.file.replace(/[^/]*$/, '');
    screen.report({
      pointer: place,
      rule: 'missing-query',
      message: `There is no ${folder}${name}.sql beside the definition.`,
    });
  } else checkQuery(facts, place, screen, given.over !== undefined);
  return {
    ...linkColumns(id, facts, given, pointer, screen),
    query: name,
    ...overOf(id, given, pointer, screen),
    ...byDistrictOf(facts, given, pointer, screen),
  };
}

/** A query of schemas/queries: what its parameters are not given here are the screen's of the same name. */
function linkNamed(
  id: string,
  name: string,
  given: JsonObject,
  pointer: string,
  screen: ScreenLinking,
): LinkedSource {
  const place = under(pointer, 'query');
  const query = screen.catalog.queries.get(name);
  screen.known(name, screen.catalog.queries.keys(), place, 'unknown-query', `There is no query "${name}".`);
  const schema = screen.catalog.language.meta.screen.definitions?.source?.properties?.params ?? {};
  const linked =
    given.params === undefined
      ? {}
      : linkValue(given.params, schema, under(pointer, 'params'), nowhere, screen);
  const named = isJsonObject(linked) ? linked : {};
  if (query) checkNamed(query, Object.keys(named), pointer, screen);
  return {
    ...linkColumns(id, query?.facts ?? null, { ...reasonOf(query), ...given }, pointer, screen),
    query: name,
    named: named as { readonly [param: string]: Text | Json },
    ...overOf(id, given, pointer, screen),
    ...byDistrictOf(query?.facts ?? null, given, pointer, screen),
  };
}

function reasonOf(query: NamedQuery | undefined): JsonObject {
  return query?.noRows === undefined ? {} : { noRows: query.noRows };
}

/** The earlier source that a query reads. */
function overOf(
  id: string,
  { over }: JsonObject,
  pointer: string,
  screen: ScreenLinking,
): { readonly over?: string } {
  if (typeof over !== 'string') return {};
  const able = [...screen.sources.values()].filter(
    (source) => source.kind === 'sql' && !source.groups && !source.over,
  );
  screen.known(
    over,
    able.map((source) => source.id).filter((name) => name !== id),
    under(pointer, 'over'),
    'unknown-source',
    `No source before "${id}" is a query named "${over}".`,
  );
  screen.usedSources.add(over);
  return { over };
}

type SqlSource = Extract<LinkedSource, { readonly kind: 'sql' }>;

function linkColumns(
  id: string,
  facts: QueryFacts | null,
  given: JsonObject,
  pointer: string,
  screen: ScreenLinking,
): SqlSource {
  screen.paramsOfSource.set(
    id,
    (facts?.params ?? []).map((param) => param.name),
  );
  const columns = facts?.columns ?? [];
  if (facts) screen.queryFiles.set(id, baseName(facts.file));
  if (!facts?.columns) screen.openSources.add(id);
  const entity = typeof given.entity === 'string' ? given.entity : null;
  if (entity)
    screen.known(
      entity,
      screen.catalog.entities.keys(),
      under(pointer, 'entity'),
      'unknown-entity',
      `Entity "${entity}" is unknown.`,
    );
  const own = termsIn(id, given, pointer, columns, screen);
  const fields = columns.map((column) =>
    columnField(column.name, column.type, own[column.name], entity, screen),
  );
  screen.shapes.set(id, { list: facts?.columns ? shapeOfFields(fields) : 'any' });
  const rowKey = typeof given.rowKey === 'string' ? given.rowKey : null;
  if (rowKey && facts?.columns) {
    screen.known(
      rowKey,
      columns.map((column) => column.name),
      under(pointer, 'rowKey'),
      'unknown-column',
      `"${rowKey}" is not returned by ${baseName(facts.file)}.`,
    );
  }
  const figures = facts?.figures ? linkFigures(facts, facts.figures, given, pointer, screen) : null;
  if (facts) checkCounts(facts, given, pointer, screen);
  const closed = !figures && typeof given.noRows === 'string' ? given.noRows : null;
  return {
    kind: 'sql',
    id,
    fields,
    rowKey,
    ...(figures ? { figures } : {}),
    ...(closed === null ? {} : { noRows: closed }),
  };
}

function termsIn(
  id: string,
  given: JsonObject,
  pointer: string,
  columns: readonly { readonly name: string }[],
  screen: ScreenLinking,
): { readonly [name: string]: Term } {
  if (!isJsonObject(given.fields)) return {};
  const place = under(pointer, 'fields');
  for (const [name, term] of Object.entries(given.fields)) {
    const inner = under(place, name);
    if (columns.length > 0) {
      screen.known(
        name,
        columns.map((column) => column.name),
        inner,
        'unknown-column',
        `"${name}" is not returned by ${screen.queryFiles.get(id) ?? (typeof given.operation === 'string' ? given.operation : 'the query')}.`,
        true,
      );
    }
    if (!isJsonObject(term)) continue;
    if (typeof term.term === 'string')
      screen.known(
        term.term,
        screen.catalog.terms.keys(),
        under(inner, 'term'),
        'unknown-term',
        `There is no term "${term.term}" in schemas/terms.json.`,
      );
    if (typeof term.format === 'string') screen.checkFormat(term.format, under(inner, 'format'));
    if (typeof term.codes === 'string') screen.addCodes(term.codes, under(inner, 'codes'));
    checkList(typeof term.list === 'string' ? term.list : null, under(inner, 'list'), screen);
  }
  return given.fields as { readonly [name: string]: Term };
}

function linkRecords(
  id: string,
  list: string,
  given: JsonObject,
  pointer: string,
  screen: ScreenLinking,
): LinkedSource | null {
  const { catalog } = screen;
  const lists = [...catalog.entities.values()]
    .filter(({ record }) => !record.own)
    .map(({ record }) => record.list);
  if (
    !screen.known(list, lists, under(pointer, 'records'), 'unknown-list', `No entity has the list "${list}".`)
  ) {
    return null;
  }
  const entity = entityOfList(catalog, list);
  if (!entity) return null;
  const fields = Object.values(entity.fields).map(linkedFieldOf);
  screen.shapes.set(id, { list: shapeOfFields(fields) });
  const schema = catalog.language.meta.screen.definitions?.source?.properties ?? {};
  const around = { ...nowhere, fields, absence: `is not in "${entity.id}"`, rule: 'unknown-field' as const };
  const where =
    given.where === undefined
      ? {}
      : linkValue(given.where, schema.where ?? {}, under(pointer, 'where'), around, screen);
  // What is linked and still a text was no template: a value that the definition writes out.
  for (const [field, value] of Object.entries(isJsonObject(where) ? where : {}))
    screen.checkCodes(value, entity.fields[field]?.codes ?? null, under(under(pointer, 'where'), field));
  const hash =
    given.hash === undefined
      ? null
      : linkValue(given.hash, schema.hash ?? {}, under(pointer, 'hash'), around, screen);
  checkRecordsReads(where, under(pointer, 'where'), screen);
  checkRecordsReads(hash, under(pointer, 'hash'), screen);
  if ((given.where === undefined) === (given.hash === undefined)) {
    screen.report({
      pointer,
      rule: 'source-kind',
      message: `Data source "${id}" reads records by exactly one of "where" and "hash".`,
    });
  }
  return {
    kind: 'records',
    id,
    list,
    entity: entity.id,
    fields,
    rowKey: 'id',
    hash: hash as Text | null,
    where: where as { readonly [field: string]: Text | Json },
  };
}

function linkOperation(
  id: string,
  name: string,
  given: JsonObject,
  pointer: string,
  screen: ScreenLinking,
): LinkedSource | null {
  const { catalog } = screen;
  const operation = catalog.operations.get(name);
  const schema = catalog.language.meta.screen.definitions?.source ?? {};
  const linked = linkObject(
    { operation: name, ...(given.params === undefined ? {} : { params: given.params }) },
    schema,
    pointer,
    nowhere,
    screen,
  );
  const params = isJsonObject(linked.params) ? linked.params : {};
  const list = operation?.record && isJsonObject(given.params) ? given.params[operation.record] : undefined;
  const entity = typeof list === 'string' && given.at === undefined ? entityOfList(catalog, list) : null;
  const at = typeof given.at === 'string' ? given.at.split('.') : [];
  const part = operation ? partOfAnswer(operation, at, under(pointer, 'at'), screen) : null;
  const answer = part ?? {};
  const fields = entity
    ? Object.values(entity.fields).map(linkedFieldOf)
    : ownFields(id, answer, given, pointer, screen);
  // What cannot be known is no mistake of the blocks that read it.
  if (!part || (typeof list === 'string' && given.at === undefined && !entity)) screen.openSources.add(id);
  const isList = !entity && answer.type === 'array';
  // A record is read with the rows inside it.
  const own = entity ? entityShape(entity) : shapeOfFields(fields);
  const shape: Shape = fields.length > 0 ? withVersion(own) : 'any';
  const wrapped = !entity && wrappedList(answer) !== null;
  screen.shapes.set(id, isList ? { list: shape } : wrapped ? { fields: { items: { list: shape } } } : shape);
  return {
    kind: 'operation',
    id,
    operation: name,
    params: params as { readonly [name: string]: Text | Json },
    ...(at.length === 0 ? {} : { at }),
    fields,
  };
}

/** The part of an operation's answer that a source names, as the operation describes it. */
function partOfAnswer(
  { id, answer }: Operation,
  at: readonly string[],
  pointer: string,
  screen: ScreenLinking,
): JsonObject | null {
  let part: JsonObject = answer;
  for (const [depth, name] of at.entries()) {
    const properties = isJsonObject(part.properties) ? part.properties : {};
    const place = ['the answer', ...at.slice(0, depth)].join(' › ');
    if (
      !screen.known(
        name,
        Object.keys(properties),
        pointer,
        'unknown-name',
        `"${name}" is not in ${place} of operation "${id}".`,
      )
    )
      return null;
    const next = properties[name];
    part = isJsonObject(next) ? next : {};
  }
  return part;
}

function ownFields(
  id: string,
  answer: JsonObject,
  given: JsonObject,
  pointer: string,
  screen: ScreenLinking,
): readonly LinkedField[] {
  const known = answerFields(answer, {}, screen).map(({ id: name }) => ({ name }));
  return answerFields(answer, termsIn(id, given, pointer, known, screen), screen);
}

// Every record carries these beside its fields.
function withVersion(shape: Shape): Shape {
  if (typeof shape !== 'object' || !('fields' in shape)) return shape;
  return { fields: { version: 'number', updated_at: 'text', updated_by: 'any', ...shape.fields } };
}

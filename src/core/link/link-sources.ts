import { type Shape, shapeOfFields } from '../expressions/shape.ts';
import type { FormatId, LinkedField, LinkedParam, LinkedSource, Text } from '../linked.ts';
import { baseName, under } from '../pointer.ts';
import { suggest } from '../suggest.ts';
import { isJsonObject, type Json, type JsonObject, type ValueType } from '../values.ts';
import { entityOfList, type QueryFacts, type Term } from './catalog.ts';
import { formatOf, linkedFieldOf, valueTypeOf } from './entity-of.ts';
import { checkList } from './link-params.ts';
import { linkObject, linkValue, nowhere } from './link-value.ts';
import type { ScreenLinking } from './screen-linking.ts';
import { titleOf } from './titles.ts';

/** Given by the engine to every query, besides the screen's parameters. */
export const givenParameters: readonly string[] = ['districts'];

export function linkSources(screen: ScreenLinking): void {
  const { data } = screen.checked.json;
  for (const [id, given] of Object.entries(isJsonObject(data) ? data : {})) {
    if (!isJsonObject(given)) continue;
    const pointer = under('/data', id);
    const kinds = ['sql', 'records', 'operation'].filter((kind) => given[kind] !== undefined);
    if (kinds.length !== 1) {
      screen.report({
        pointer,
        rule: 'source-kind',
        message: `Data source "${id}" has ${kinds.length === 0 ? 'none' : 'more than one'} of "sql", "records" and "operation". Give exactly one.`,
      });
    }
    // A source that cannot be linked still has its name: what reads it is no mistake of its own.
    const linked = kinds.length === 1 ? linkSource(id, given, pointer, screen) : null;
    if (!linked) {
      screen.openSources.add(id);
      screen.shapes.set(id, 'any');
    }
    const source = linked ?? { kind: 'sql' as const, id, fields: [], rowKey: null };
    screen.sources.set(id, source);
    for (const field of source.fields) if (field.codes) screen.addCodes(field.codes, pointer);
  }
}

function linkSource(
  id: string,
  given: JsonObject,
  pointer: string,
  screen: ScreenLinking,
): LinkedSource | null {
  if (typeof given.sql === 'string') return linkSql(id, given.sql, given, pointer, screen);
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
  } else checkQuery(facts, place, screen);
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
  return { kind: 'sql', id, fields, rowKey };
}

function checkQuery(facts: QueryFacts, pointer: string, screen: ScreenLinking): void {
  if (facts.error) {
    const { message, line, column } = facts.error;
    screen.findings.push({
      file: facts.file,
      line: line ?? 1,
      column: column ?? 1,
      severity: 'error',
      rule: 'query-error',
      message: `The database refuses the query: ${message}.`,
      pointer: '',
    });
  }
  const known = [...screen.params.keys(), ...givenParameters];
  for (const { name, type } of facts.params) {
    const param = screen.params.get(name);
    if (param) {
      screen.usedParams.add(name);
      checkParamType(param, type, facts, pointer, screen);
    } else if (name === 'districts')
      for (const param of screen.params.values())
        if (param.entity === 'district') screen.usedParams.add(param.id);
    if (known.includes(name)) continue;
    screen.report({
      pointer,
      rule: 'unknown-query-parameter',
      message: `${baseName(facts.file)} reads ":${name}", which is no parameter of this screen.`,
      suggestion: suggest(name, known) ?? `Add it to "params".`,
    });
  }
}

// A statement that takes a number refuses a text, and a list where it takes one value: better told here than by a failed report.
function checkParamType(
  param: LinkedParam,
  type: ValueType | undefined,
  facts: QueryFacts,
  pointer: string,
  screen: ScreenLinking,
): void {
  if (type === undefined || type === 'json') return;
  const given = param.many ? 'list' : kindOfValue(param.type);
  const wanted = kindOfValue(type);
  // Any single value can be bound to a text; an id of a district in the route is text on both sides.
  if (given === wanted || (wanted === 'text' && given !== 'list')) return;
  screen.report({
    pointer,
    rule: 'query-parameter-type',
    message: `${baseName(facts.file)} takes ":${param.id}" as ${wanted}, but the parameter is ${given}.`,
    suggestion: param.many
      ? 'Remove "many", or cast to an array such as ::text[].'
      : `Change "type" or "many" of the parameter, or the cast in the query.`,
  });
}

function kindOfValue(type: ValueType): string {
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'datetime' ? 'date' : type;
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
        `"${name}" is not returned by ${screen.queryFiles.get(id) ?? 'the query'}.`,
        true,
      );
    }
    if (!isJsonObject(term)) continue;
    if (typeof term.format === 'string') screen.checkFormat(term.format, under(inner, 'format'));
    if (typeof term.codes === 'string') screen.addCodes(term.codes, under(inner, 'codes'));
    checkList(typeof term.list === 'string' ? term.list : null, under(inner, 'list'), screen);
  }
  return given.fields as { readonly [name: string]: Term };
}

// The dictionary: the source's own words, its entity's, the terms', then the entity that has a field of this name.
function columnField(
  name: string,
  type: ValueType,
  own: Term | undefined,
  entity: string | null,
  screen: ScreenLinking,
): LinkedField {
  const { entities, terms } = screen.catalog;
  const preferred = entity ? entities.get(entity)?.fields[name] : undefined;
  const term = terms.get(name);
  const anywhere =
    preferred || term || name === 'id'
      ? undefined
      : [...entities.values()].map(({ fields }) => fields[name]).find((field) => field !== undefined);
  const field = preferred ?? (term ? undefined : anywhere);
  const fits = (format: FormatId | undefined): FormatId | undefined =>
    format && formatFits(format, type) ? format : undefined;
  return {
    id: name,
    title: own?.title ?? term?.title ?? field?.title ?? titleOf(name),
    type,
    format: fits(own?.format) ?? fits(term?.format) ?? fits(field?.format) ?? formatOf(type),
    unit: own?.unit ?? term?.unit ?? field?.unit ?? null,
    codes: own?.codes ?? term?.codes ?? field?.codes ?? null,
    list: own?.list ?? term?.list ?? field?.list ?? null,
    description: own?.description ?? term?.description ?? field?.description ?? null,
    unitField: own?.unitField ?? term?.unitField ?? field?.unitField ?? null,
  };
}

function formatFits(format: FormatId, type: ValueType): boolean {
  if (format === 'baseYear') return type === 'integer' || type === 'date' || type === 'text';
  if (format === 'id' || format === 'text') return true;
  if (format === 'date' || format === 'datetime')
    return type === 'date' || type === 'datetime' || type === 'text';
  if (format === 'boolean') return type === 'boolean';
  return type === 'integer' || type === 'number';
}

function linkRecords(
  id: string,
  list: string,
  given: JsonObject,
  pointer: string,
  screen: ScreenLinking,
): LinkedSource | null {
  const { catalog } = screen;
  const lists = [...catalog.entities.values()].map((entity) => entity.record.list);
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
  const hash =
    given.hash === undefined
      ? null
      : linkValue(given.hash, schema.hash ?? {}, under(pointer, 'hash'), around, screen);
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
  const entity = typeof list === 'string' ? entityOfList(catalog, list) : null;
  const fields = entity
    ? Object.values(entity.fields).map(linkedFieldOf)
    : answerFields(operation?.answer ?? {}, screen);
  const isList = !entity && operation?.answer.type === 'array';
  const shape: Shape = fields.length > 0 ? withVersion(shapeOfFields(fields)) : 'any';
  screen.shapes.set(id, isList ? { list: shape } : shape);
  return {
    kind: 'operation',
    id,
    operation: name,
    params: params as { readonly [name: string]: Text | Json },
    fields,
  };
}

// Every record carries these beside its fields.
function withVersion(shape: Shape): Shape {
  if (typeof shape !== 'object' || !('fields' in shape)) return shape;
  return { fields: { version: 'number', updated_at: 'text', updated_by: 'any', ...shape.fields } };
}

function answerFields(answer: JsonObject, screen: ScreenLinking): readonly LinkedField[] {
  const object = answer.type === 'array' ? answer.items : answer;
  const properties = isJsonObject(object) && isJsonObject(object.properties) ? object.properties : {};
  return Object.entries(properties).map(([name, given]) => {
    const schema = isJsonObject(given) ? given : {};
    const named = Array.isArray(schema.type) ? schema.type.find((type) => type !== 'null') : schema.type;
    const type = valueTypeOf(
      typeof named === 'string' ? named : null,
      typeof schema.format === 'string' ? schema.format : null,
    );
    const field = columnField(name, type, undefined, null, screen);
    return { ...field, title: typeof schema.title === 'string' ? schema.title : field.title };
  });
}

import type { Checked } from '../check/check.ts';
import type { Entity, EntityChild, EntityField, FieldCheck, FieldLines, FormSchema } from '../entity.ts';
import type { EntityScope, FieldWrite } from '../entity-parts.ts';
import type { FormatId, LinkedField } from '../linked.ts';
import { type SearchOperator, searchOperators } from '../operators.ts';
import { isCodeTone } from '../tones.ts';
import { isJsonObject, type Json, type JsonObject, type ValueType } from '../values.ts';
import type { CodeTable, Operation, Term } from './catalog.ts';
import { engineFields } from './engine-columns.ts';
import {
  alikeOf,
  computedOf,
  copiedOf,
  lifeOf,
  lookupOf,
  numberOf,
  positionOf,
  toldOf,
  viewsOf,
} from './entity-parts-of.ts';
import { list, number, object, text, texts } from './json-values.ts';

export function valueTypeOf(type: string | null, format: string | null): ValueType {
  if (type === 'integer' || type === 'number' || type === 'boolean') return type;
  if (type === 'array') return 'list';
  if (type === 'object' || type === null) return 'json';
  if (format === 'date' || format === 'datetime') return format;
  return format === 'date-time' ? 'datetime' : 'text';
}

export function formatOf(type: ValueType): FormatId {
  return type === 'list' || type === 'json' ? 'text' : type;
}

function fieldsOf(json: JsonObject): { readonly [id: string]: EntityField } {
  const required = list(json.required);
  const fields: { [id: string]: EntityField } = {};
  for (const [id, given] of Object.entries(object(json.properties))) {
    const field = object(given);
    const type = valueTypeOf(text(field.type), text(field.format));
    const write = writeOf(id, field, json);
    fields[id] = {
      id,
      title: text(field.title) ?? id,
      type,
      format: (text(field.format) as FormatId | null) ?? formatOf(type),
      unit: text(field.unit),
      codes: text(field.codes),
      list: text(field.list),
      description: text(field.description),
      unitField: text(field.unitField),
      required: required.includes(id),
      write,
      readOnly: write !== 'always',
      search: list(field.search) as readonly SearchOperator[],
      permission: text(field.permission),
      widget: text(field.widget),
      minimum: number(field.minimum),
      maximum: number(field.maximum),
      maxLength: number(field.maxLength),
      pattern: text(field.pattern),
      ...(typeof field.takes === 'string' ? { takes: field.takes } : {}),
      ...(typeof field.offers === 'string' ? { offers: field.offers } : {}),
      ...(field.order === 'plain' ? { order: 'plain' } : {}),
      ...(field.type === 'array' && object(field.items).type === 'integer' ? { numbers: true as const } : {}),
      ...linesOf(field),
      ...partsOf(field),
    };
  }
  return fields;
}

function partsOf(field: JsonObject): Partial<EntityField> {
  const [value, from, series] = [computedOf(field), copiedOf(field), numberOf(field)];
  const { default: start } = field;
  return {
    ...(value ? { value } : {}),
    ...(from ? { from } : {}),
    ...(series ? { number: series } : {}),
    ...(field.copy === false ? { copy: false } : {}),
    ...(typeof start === 'string' || typeof start === 'number' || typeof start === 'boolean'
      ? { default: start }
      : {}),
  };
}

// What is computed, copied, numbered or moved is written by nobody.
function writeOf(id: string, field: JsonObject, { life }: JsonObject): FieldWrite {
  const made = ['value', 'from', 'number'].some((key) => field[key] !== undefined);
  if (made || object(life).field === id || field.readOnly === true) return 'never';
  return field.write === 'create' || field.write === 'never' ? field.write : 'always';
}

const mostLines = 100;
const mostChildren = 500;

function childrenOf(json: JsonObject): { readonly [id: string]: EntityChild } {
  const children = Object.entries(object(json.children)).map(([id, given]) => {
    const child = object(given);
    const [entity, field] = [text(child.pick), text(child.pickField)];
    const made: EntityChild = {
      id,
      title: text(child.title) ?? id,
      description: text(child.description),
      table: text(child.table) ?? '',
      parent: text(child.parent) ?? '',
      order: text(child.order),
      write: child.write === 'create' || child.write === 'never' ? child.write : 'always',
      ...fixedOf(child),
      pick: entity !== null && field !== null ? { entity, field } : null,
      ...(child.refs === undefined ? {} : { refs: textsOf(child.refs) }),
      lines: {
        fields: fieldsOf(child),
        minItems: number(child.minItems) ?? 0,
        maxItems: number(child.maxItems) ?? mostChildren,
      },
    };
    return [id, made] as const;
  });
  return Object.fromEntries(children);
}

function textsOf(given: Json | undefined): { readonly [name: string]: string } {
  const named = Object.entries(object(given));
  return Object.fromEntries(named.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function fixedOf(child: JsonObject): Pick<EntityChild, 'fixed'> {
  const fixed = Object.entries(object(child.fixed)).flatMap(([column, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[column, value] as const]
      : [],
  );
  return fixed.length > 0 ? { fixed: Object.fromEntries(fixed) } : {};
}

function linesOf(field: JsonObject): { readonly lines?: FieldLines } {
  const items = object(field.items);
  if (field.type !== 'array' || items.type !== 'object') return {};
  return {
    lines: {
      fields: fieldsOf(items),
      minItems: number(field.minItems) ?? 0,
      maxItems: number(field.maxItems) ?? mostLines,
    },
  };
}

function checksOf(json: JsonObject): readonly FieldCheck[] {
  return list(json.check).map((given) => {
    const { id, when, expr, message, level, fields } = object(given);
    const condition = (value: Json | undefined) =>
      ({ $expr: text(value) ?? '', over: 'form', returns: 'boolean' }) as const;
    return {
      id: text(id) ?? '',
      when: when === undefined ? null : condition(when),
      expr: condition(expr),
      message: text(message) ?? '',
      level: level === 'warning' ? 'warning' : 'error',
      fields: list(fields).filter((field) => typeof field === 'string'),
    };
  });
}

export function entityOf({ json }: Checked<'entity'>): Entity {
  const record = object(json.record);
  const permissions = object(record.permissions);
  const table = text(record.table) ?? '';
  const title = text(json.title) ?? '';
  const singular = text(json.singular) ?? title.toLowerCase();
  const scope = scopes.find((known) => known === json.scope) ?? 'district';
  return {
    id: text(json.$id) ?? '',
    title,
    singular,
    plural: text(json.plural) ?? `${singular}s`,
    icon: text(json.icon),
    scope,
    quick: Array.isArray(json.quick) ? texts(json.quick) : null,
    quickWhere: list(json.quickWhere).map((given) => {
      const { fld, op, val } = object(given);
      const operator = searchOperators.find((known) => known === op) ?? 'eq';
      return { fld: text(fld) ?? '', op: operator, ...(val === undefined ? {} : { val }) };
    }),
    refs: textsOf(json.refs),
    children: childrenOf(json),
    unique: list(json.unique).map(texts),
    key: Array.isArray(json.key) ? texts(json.key) : null,
    life: lifeOf(json),
    tells: toldOf(json),
    lookup: lookupOf(json),
    preview: texts(json.preview),
    alike: alikeOf(json),
    position: positionOf(json),
    views: viewsOf(json),
    record: {
      prefix: text(record.prefix) ?? '',
      list: text(record.list) ?? '',
      itemType: text(record.itemType) ?? '',
      table,
      view: text(record.view) ?? table,
      ...(record.wholeTable === true ? { wholeTable: true } : {}),
      label: text(record.label) ?? '',
      ...(record.calls === 'own' ? { own: true } : {}),
      permissions: { view: text(permissions.view) ?? '', update: text(permissions.update) },
    },
    fields: engineFields(fieldsOf(json), title, object(record.id), scope),
    check: checksOf(json),
    rules: text(json.rules),
    computes: text(json.computes),
  };
}

/** The fields of dependent code tables know the field above them: the one of the same entity that holds its codes. */
export function withParents(entity: Entity, codes: ReadonlyMap<string, CodeTable>): Entity {
  const fields = Object.values(entity.fields);
  const above = (field: EntityField) => {
    const parent = field.codes === null ? null : (codes.get(field.codes)?.parent ?? null);
    return parent === null ? undefined : fields.find((other) => other.codes === parent)?.id;
  };
  const under = fields.flatMap((field) => {
    const id = above(field);
    return id === undefined ? [] : [[field.id, { ...field, under: id }] as const];
  });
  return under.length === 0
    ? entity
    : { ...entity, fields: { ...entity.fields, ...Object.fromEntries(under) } };
}

/** The fields of `refs`, those of a child among them, and what was picked know the type that they refer to. */
export function withRefs(entity: Entity, entities: ReadonlyMap<string, Entity>): Entity {
  const fields = referring(entity.fields, Object.entries(entity.refs ?? {}), entities);
  const children = Object.entries(entity.children ?? {}).map(([id, child]) => {
    const { pick, lines } = child;
    const refs = [...(pick ? [[pick.field, pick.entity] as const] : []), ...Object.entries(child.refs ?? {})];
    const inside = refs.length > 0 ? referring(lines.fields, refs, entities) : lines.fields;
    return [id, inside === lines.fields ? child : { ...child, lines: { ...lines, fields: inside } }] as const;
  });
  const same = fields === entity.fields && children.every(([id, child]) => child === entity.children?.[id]);
  return same ? entity : { ...entity, fields, children: Object.fromEntries(children) };
}

type Fields = Entity['fields'];

function referring(
  fields: Fields,
  refs: readonly (readonly [field: string, target: string])[],
  entities: ReadonlyMap<string, Entity>,
): Fields {
  const found = refs.flatMap(([id, target]) => {
    const [field, record] = [fields[id], entities.get(target)?.record];
    // A type that is served by operations of its own has no list to ask.
    if (!field || !record || record.own) return [];
    const { list: name, label } = record;
    const named = [...label.matchAll(/\{(\w+)\}/g)].some(([, part]) => part !== 'id');
    return [[id, { ...field, ref: { list: name, named } }] as const];
  });
  return found.length === 0 ? fields : { ...fields, ...Object.fromEntries(found) };
}

const scopes: readonly EntityScope[] = ['district', 'user', 'company', 'all'];

export function formSchemaOf({ json }: Checked<'form'>): FormSchema {
  return {
    id: text(json.$id) ?? '',
    title: text(json.title) ?? '',
    fields: fieldsOf(json),
    check: checksOf(json),
  };
}

export function codeTableOf({ json, definition }: Checked<'codes'>): CodeTable {
  return {
    id: text(json.id) ?? '',
    title: text(json.title) ?? '',
    parent: text(json.parent),
    codes: list(json.codes).map((row) => {
      const { code, label, note, tone, active, parent, row: line, column } = object(row);
      return {
        code: text(code) ?? '',
        label: text(label) ?? '',
        ...(typeof note === 'string' ? { note } : {}),
        ...(isCodeTone(tone) ? { tone } : {}),
        ...(active === false ? { active: false } : {}),
        ...(Array.isArray(parent) ? { parent: texts(parent) } : {}),
        ...(typeof line === 'string' ? { row: line } : {}),
        ...(typeof column === 'string' ? { column } : {}),
      };
    }),
    everybody: new Set(definition.codes.filter((row) => row.everybody).map(({ code }) => code)),
    views: new Map(definition.codes.flatMap(({ code, view }) => (view === undefined ? [] : [[code, view]]))),
  };
}

export function operationOf({ json, loaded }: Checked<'operation'>): Operation {
  const schema = (value: Json | undefined): JsonObject | null => (isJsonObject(value) ? value : null);
  return {
    id: text(json.id) ?? '',
    file: loaded.file,
    summary: text(json.summary) ?? '',
    method: text(json.method) ?? 'GET',
    path: text(json.path) ?? '/',
    permission: text(json.permission) ?? '',
    params: schema(json.params),
    query: schema(json.query),
    body: schema(json.body),
    answer: object(json.answer),
    transport: json.transport === 'upload' || json.transport === 'file' ? json.transport : 'json',
    record: text(json.record),
  };
}

export function termsOf({ json }: Checked<'terms'>): ReadonlyMap<string, Term> {
  return new Map(Object.entries(object(json.terms)).map(([name, term]) => [name, object(term) as Term]));
}

/** What a screen needs of an entity's field. */
export function linkedFieldOf(field: LinkedField): LinkedField {
  const { id, title, type, format, unit, codes, list: reference, description, unitField, ref } = field;
  const linked = { id, title, type, format, unit, codes, list: reference, description, unitField };
  return ref === undefined ? linked : { ...linked, ref };
}

import type { Checked } from '../check/check.ts';
import type {
  Entity,
  EntityField,
  FieldCheck,
  FieldLines,
  FieldWrite,
  FormSchema,
  SearchOperator,
} from '../entity.ts';
import type { FormatId, LinkedField } from '../linked.ts';
import { isJsonObject, type Json, type JsonObject, type ValueType } from '../values.ts';
import type { CodeTable, Operation, Term } from './catalog.ts';

// The values below were checked against their meta-schema, whose types these readers repeat.
function text(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
function number(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
function object(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

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
    const write = writeOf(field);
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
      ...linesOf(field),
    };
  }
  return fields;
}

function writeOf({ write, readOnly }: JsonObject): FieldWrite {
  if (write === 'create' || write === 'never') return write;
  return readOnly === true ? 'never' : 'always';
}

const mostLines = 100;

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
  return {
    id: text(json.$id) ?? '',
    title: text(json.title) ?? '',
    record: {
      prefix: text(record.prefix) ?? '',
      list: text(record.list) ?? '',
      itemType: text(record.itemType) ?? '',
      table,
      view: text(record.view) ?? table,
      label: text(record.label) ?? '',
      permissions: { view: text(permissions.view) ?? '', update: text(permissions.update) },
    },
    fields: fieldsOf(json),
    check: checksOf(json),
  };
}

export function formSchemaOf({ json }: Checked<'form'>): FormSchema {
  return {
    id: text(json.$id) ?? '',
    title: text(json.title) ?? '',
    fields: fieldsOf(json),
    check: checksOf(json),
  };
}

export function codeTableOf({ json }: Checked<'codes'>): CodeTable {
  return {
    id: text(json.id) ?? '',
    title: text(json.title) ?? '',
    codes: list(json.codes).map((row) => {
      const { code, label, active } = object(row);
      return {
        code: text(code) ?? '',
        label: text(label) ?? '',
        ...(active === false ? { active: false } : {}),
      };
    }),
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
  const { id, title, type, format, unit, codes, list: reference, description, unitField } = field;
  return { id, title, type, format, unit, codes, list: reference, description, unitField };
}

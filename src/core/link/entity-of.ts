import type {
  Definitions,
  EntityLineField,
  EntityField as FieldDefinition,
  FormField,
  FormLineField,
} from '#src/generated/definitions.ts';
import type { Checked } from '../check/check.ts';
import type { Entity, EntityField, FieldCheck, FieldLines, FormSchema } from '../entity.ts';
import type { FormatId, LinkedField } from '../linked.ts';
import { isJsonObject, type Json, type JsonObject, type ValueType } from '../values.ts';
import type { CodeTable, Operation, Term } from './catalog.ts';

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

type AnyField = FieldDefinition | FormField | EntityLineField | FormLineField;

/** What only a field of a record or form has, not one of a line. */
const wholeField = (field: AnyField): FieldDefinition | FormField | null =>
  'search' in field ? field : null;

function fieldsOf(
  required: readonly string[],
  properties: { readonly [id: string]: AnyField },
): { readonly [id: string]: EntityField } {
  const fields: { [id: string]: EntityField } = {};
  for (const [id, field] of Object.entries(properties)) {
    const whole = wholeField(field);
    const type = valueTypeOf(field.type, field.format ?? null);
    fields[id] = {
      id,
      title: field.title,
      type,
      // Whether a format is known is told by the linker, where it is used.
      format: (field.format as FormatId | undefined) ?? formatOf(type),
      unit: field.unit ?? null,
      codes: field.codes ?? null,
      list: field.list ?? null,
      description: field.description ?? null,
      unitField: whole?.unitField ?? null,
      required: required.includes(id),
      readOnly: whole?.readOnly ?? false,
      search: whole?.search ?? [],
      permission: whole?.permission ?? null,
      widget: field.widget ?? null,
      minimum: field.minimum ?? null,
      maximum: field.maximum ?? null,
      maxLength: field.maxLength ?? null,
      pattern: field.pattern ?? null,
      ...linesOf(whole),
    };
  }
  return fields;
}

const mostLines = 100;

function linesOf(field: FieldDefinition | FormField | null): { readonly lines?: FieldLines } {
  if (field?.type !== 'array' || field.items?.type !== 'object') return {};
  return {
    lines: {
      fields: fieldsOf(field.items.required, field.items.properties ?? {}),
      minItems: field.minItems ?? 0,
      maxItems: field.maxItems ?? mostLines,
    },
  };
}

function checksOf(checks: Definitions['entity']['check'] = []): readonly FieldCheck[] {
  const condition = ($expr: string) => ({ $expr, over: 'form', returns: 'boolean' }) as const;
  return checks.map(({ id, when, expr, message, level, fields }) => ({
    id,
    when: when === undefined ? null : condition(when),
    expr: condition(expr),
    message,
    level,
    fields,
  }));
}

export function entityOf({ definition }: Checked<'entity'>): Entity {
  const { $id, title, record, required, properties, check } = definition;
  const { prefix, list, itemType, table, view, label, permissions } = record;
  return {
    id: $id,
    title,
    record: {
      prefix,
      list,
      itemType,
      table,
      view: view ?? table,
      label,
      permissions: { view: permissions.view, update: permissions.update ?? null },
    },
    fields: fieldsOf(required, properties),
    check: checksOf(check),
  };
}

export function formSchemaOf({ definition }: Checked<'form'>): FormSchema {
  const { $id, title, required, properties, check } = definition;
  return { id: $id, title, fields: fieldsOf(required, properties), check: checksOf(check) };
}

export function codeTableOf({ definition }: Checked<'codes'>): CodeTable {
  const { id, title, codes } = definition;
  return {
    id,
    title,
    codes: codes.map(({ code, label, active }) => ({ code, label, ...(active ? {} : { active }) })),
  };
}

export function operationOf({ definition, json, loaded }: Checked<'operation'>): Operation {
  const schema = (value: Json | undefined): JsonObject | null => (isJsonObject(value) ? value : null);
  const { id, summary, method, path, permission, transport, record } = definition;
  return {
    id,
    file: loaded.file,
    summary,
    method,
    path,
    permission,
    // Schemas of their own: what they may hold is told by draft-07, not by the meta-schema.
    params: schema(json.params),
    query: schema(json.query),
    body: schema(json.body),
    answer: schema(json.answer) ?? {},
    transport,
    record: record ?? null,
  };
}

export function termsOf({ definition }: Checked<'terms'>): ReadonlyMap<string, Term> {
  return new Map(
    Object.entries(definition.terms).map(([name, { format, ...term }]) => [
      name,
      { ...term, ...(format === undefined ? {} : { format: format as FormatId }) },
    ]),
  );
}

/** What a screen needs of an entity's field. */
export function linkedFieldOf(field: LinkedField): LinkedField {
  const { id, title, type, format, unit, codes, list: reference, description, unitField } = field;
  return { id, title, type, format, unit, codes, list: reference, description, unitField };
}

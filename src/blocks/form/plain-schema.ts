import type { EntityField } from '#src/core/entity.ts';

type Schema = { readonly [key: string]: unknown };

const types: { readonly [type in EntityField['type']]: Schema } = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string' },
  list: { type: 'array', items: { type: 'string' } },
  json: { type: 'object' },
};

function typeOf({ type, lines, numbers }: EntityField): Schema {
  if (numbers) return { type: 'array', items: { type: 'integer' } };
  if (!lines) return types[type];
  const { fields, minItems, maxItems } = lines;
  return { type: 'array', minItems, maxItems, items: plainSchema(Object.values(fields)) };
}

/**
 * Plain draft-07 of a section: types, lengths, limits and patterns of its fields, nothing that depends on a value.
 * What must be filled, conditions and code lists stay outside, because the compiled validator belongs to one frozen schema.
 */
export function plainSchema(fields: readonly EntityField[]): Schema {
  const properties: { [id: string]: Schema } = {};
  for (const field of fields) {
    properties[field.id] = {
      ...typeOf(field),
      title: field.title,
      ...(field.minimum === null ? {} : { minimum: field.minimum }),
      ...(field.maximum === null ? {} : { maximum: field.maximum }),
      // Of formatted text the length is told, not held: docs/decisions/0062.
      ...(field.maxLength === null || field.type === 'json' ? {} : { maxLength: field.maxLength }),
      ...(field.pattern === null ? {} : { pattern: field.pattern }),
    };
  }
  return { type: 'object', properties };
}

import type { EntityField } from '../entity.ts';
import type { LinkedField } from '../linked.ts';
import { systemParameters } from '../system-parameters.ts';
import type { ValueType } from '../values.ts';

/** What the checker knows of a value. */
export type Shape =
  | 'text'
  | 'number'
  | 'boolean'
  | 'any'
  /** A text that is a code of a table. */
  | { readonly codes: string }
  | { readonly list: Shape }
  | { readonly fields: { readonly [name: string]: Shape } };

/** The variables that an expression may read. */
export type Variables = { readonly [name: string]: Shape };

export function shapeOf(type: ValueType): Shape {
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'boolean';
  if (type === 'list') return { list: 'any' };
  return type === 'json' ? 'any' : 'text';
}

/** Shape of a value, or of an entry of a list of values, that a field describes. */
export function shapeOfField({ type, codes }: Pick<LinkedField, 'type' | 'codes'>): Shape {
  if (codes === null) return shapeOf(type);
  if (type === 'text') return { codes };
  return type === 'list' ? { list: { codes } } : shapeOf(type);
}

export function shapeOfFields(fields: Iterable<LinkedField>): Shape {
  const shapes: { [name: string]: Shape } = {};
  for (const field of fields) {
    const lines = linesOf(field);
    shapes[field.id] = lines ? { list: shapeOfFields(lines) } : shapeOfField(field);
  }
  return { fields: shapes };
}

/** The fields of a line, where the field is a list of repeated lines. */
export function linesOf(field: LinkedField | EntityField): readonly EntityField[] | null {
  return 'lines' in field && field.lines ? Object.values(field.lines.fields) : null;
}

export const sessionVariables: Variables = {
  user: { fields: { id: 'number', username: 'text', full_name: 'text' } },
  session: {
    fields: {
      baseYear: 'number',
      selectedBaseyear: 'number',
      selectedDistrict: 'text',
      exportedDistrict: 'text',
      company: 'text',
      version: 'text',
      parameters: { fields: Object.fromEntries(systemParameters.map((name) => [name, 'text'])) },
    },
  },
  today: 'text',
};

/** Shape of what a path reads; an entry of a list is read by its place. */
export function shapeAt(path: readonly string[], variables: Variables): Shape {
  let shape: Shape = { fields: variables };
  for (const step of path) {
    if (typeof shape !== 'object') return 'any';
    if ('list' in shape && /^\d+$/.test(step)) shape = shape.list;
    else if ('fields' in shape)
      shape = (Object.hasOwn(shape.fields, step) ? shape.fields[step] : undefined) ?? 'any';
    else return 'any';
  }
  return shape;
}

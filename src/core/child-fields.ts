import type { Entity, EntityChild, EntityField } from './entity.ts';

/** The rows of a child as one field of repeated lines: a form draws, judges and sends them so. */
function childField({ id, title, description, write, lines }: EntityChild): EntityField {
  return {
    id,
    title,
    type: 'list',
    format: 'text',
    unit: null,
    codes: null,
    list: null,
    description,
    unitField: null,
    required: false,
    write,
    readOnly: write !== 'always',
    search: [],
    permission: null,
    widget: null,
    minimum: null,
    maximum: null,
    maxLength: null,
    pattern: null,
    lines,
  };
}

/** All that a record is made of: its fields, and its children under their names. */
export function fieldsWithChildren({ fields, children }: Pick<Entity, 'fields' | 'children'>): {
  readonly [id: string]: EntityField;
} {
  if (!children) return fields;
  const inside = Object.values(children).map((child) => [child.id, childField(child)] as const);
  return inside.length === 0 ? fields : { ...fields, ...Object.fromEntries(inside) };
}

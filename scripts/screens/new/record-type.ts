// What the makers of pages read off an entity, and what all their pages have.
import { isJsonObject, type JsonObject } from '#src/core/values.ts';
import { fieldsOf } from './written.ts';

export interface RecordType {
  readonly id: string;
  readonly title: string;
  readonly plural: string;
  readonly prefix: string;
  readonly list: string;
  readonly view: string | null;
  readonly update: string | null;
  readonly fields: readonly (readonly [string, JsonObject])[];
  readonly children: readonly (readonly [string, JsonObject])[];
  /** What one record is called, `{number}` in it a field. */
  readonly label: string;
  /** The fields of its natural key, in the order of its addresses; none where it goes by its number. */
  readonly key: readonly string[];
  /** The field by which people know a record: of its label, else of its key. */
  readonly name: string | null;
}

/** Rows inside the record: each list has a section of its own. */
export function sectionsOf(
  { id: main, title }: { readonly id: string; readonly title: string },
  fields: readonly string[],
  children: RecordType['children'],
): readonly JsonObject[] {
  return [
    { id: main, title, columns: 3, fields: [...fields] },
    ...children.map(([id, child]) => ({ id, title: String(child.title), columns: 1, fields: [id] })),
  ];
}

export function recordTypeOf(id: string, entity: JsonObject): RecordType {
  const record = isJsonObject(entity.record) ? entity.record : {};
  const permissions = isJsonObject(record.permissions) ? record.permissions : {};
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const title = String(entity.title);
  const life = isJsonObject(entity.life) ? String(entity.life.field) : null;
  return {
    id,
    title,
    plural: text(entity.plural) ?? `${title.toLowerCase()}s`,
    prefix: String(record.prefix),
    list: String(record.list),
    view: text(permissions.view),
    update: text(permissions.update),
    fields: fieldsOf(entity).map(([name, field]) => [
      name,
      // The state is moved, not typed.
      name === life ? { ...field, write: 'never' } : field,
    ]),
    children: fieldsOf({ properties: entity.children ?? {} }),
    key: Array.isArray(entity.key) ? entity.key.map(String) : [],
    label: text(record.label) ?? `${title} {id}`,
    name: nameOf(entity, text(record.label) ?? ''),
  };
}

function nameOf(entity: JsonObject, label: string): string | null {
  const fields = new Set(fieldsOf(entity).map(([id]) => id));
  const inLabel = [...label.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id).find((id) => fields.has(id));
  const key = Array.isArray(entity.key) ? entity.key.map(String) : [];
  return inLabel ?? key.findLast((id) => fields.has(id) && id !== 'district_code') ?? null;
}

/** The label as a template, with its fields read from a record that lies there; the number stands in the address. */
export function labelOver(label: string, place: string, id: string): string {
  return label.replaceAll(/\{(\w+)\}/g, (_, field: string) =>
    field === 'id' ? `{${id}}` : `{${place}.${field}}`,
  );
}

/** The page of a name, with what every page has. */
export function page(
  type: RecordType,
  name: string,
  route: string,
  title: string,
  more: JsonObject,
): JsonObject {
  return {
    $schema: '../../schemas/meta/screen.schema.json',
    format: 1,
    id: `${type.prefix}/${name}`,
    route: `/${type.prefix}/${route}`,
    title,
    ...(type.view ? { needs: type.view } : {}),
    ...more,
  };
}

export const idOf = (type: string): JsonObject => ({ id: 'id', in: 'route', type });

/** Repeated lines and rows inside: they stand in no column. */
export const isLong = ([, { type }]: readonly [string, JsonObject]): boolean =>
  type === 'array' || type === 'object';

/** Computed, copied, numbered: nobody types it. */
export function isMade(field: JsonObject): boolean {
  return ['value', 'from', 'number'].some((key) => field[key] !== undefined);
}

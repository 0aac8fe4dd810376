import type { Entity, EntityChild, EntityField } from '#src/core/entity.ts';
import type { Caller } from '../access/caller.ts';
import { may } from '../access/permissions.ts';
import type { PageColumn } from '../database/json-page.ts';
import { momentText, quoted } from '../database/json-page.ts';

/** The fields of a record that this caller may read; lists, records, exports and 409 answers show no other. */
export function readableFields(entity: Entity, caller: Caller): readonly EntityField[] {
  return Object.values(entity.fields).filter((field) => may(caller, field.permission));
}

/** A field as lists, searches and exports read it: formatted text as plain text. */
export function listedValue({ id, format }: EntityField): string {
  const name = quoted(id);
  // Most records have none: the function is asked for those that have.
  return format === 'richText' ? `case when ${name} is not null then rich_text_plain(${name}) end` : name;
}

/** Fields as one text: one field as it is, several with spaces between. */
export function joined(fields: readonly EntityField[]): string {
  const [first] = fields;
  return fields.length === 1 && first
    ? listedValue(first)
    : `concat_ws(' ', ${fields.map(listedValue).join(', ')})`;
}

export function pageColumns(fields: readonly EntityField[]): readonly PageColumn[] {
  return fields.map(({ id, type, format, order }) => ({
    id,
    type: format === 'richText' ? 'text' : type,
    ...(order === 'plain' ? { plain: true } : {}),
  }));
}

/** A select list that answers dates and moments as the wire has them, each under its field's id. */
export function selectList(fields: readonly EntityField[]): string {
  return fields
    .map((field) => {
      const name = quoted(field.id);
      if (field.type === 'date') return `${name}::text as ${name}`;
      if (field.type === 'datetime') return `${momentText(name)} as ${name}`;
      return name;
    })
    .join(', ');
}

/** The rows inside a record, as a list under the child's name. */
function childList(child: EntityChild): string {
  const { id, table, parent, order, lines } = child;
  const fields = Object.values(lines.fields);
  const place = order === null ? '' : `${quoted(order)}, `;
  return `(select coalesce(json_agg(c), '[]'::json) from (select id, ${selectList(fields)} from ${quoted(table)}
    where ${quoted(parent)} = v."id"${fixedRows(child)} order by ${place}id) c) as ${quoted(id)}`;
}

/** Which rows of the table are of this list, as the rest of a condition. */
export function fixedRows({ fixed = {} }: EntityChild): string {
  return Object.entries(fixed)
    .map(([column, value]) => ` and ${quoted(column)} = ${literal(value)}`)
    .join('');
}

function literal(value: string | number | boolean): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

/** Records with their ids as JSON texts made by the database: numbers are numbers whatever their SQL type. */
export function recordJson(entity: Entity, fields: readonly EntityField[], where: string): string {
  const inside = Object.values(entity.children ?? {}).map(childList);
  const columns = [selectList(fields), ...inside].join(', ');
  return `select v."id"::bigint as id, (select row_to_json(r)::text from (select ${columns}) r) as record
    from ${quoted(entity.record.view)} v where ${where}`;
}

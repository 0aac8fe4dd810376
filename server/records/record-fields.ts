import type { Entity, EntityField } from '#src/core/entity.ts';
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
  return format === 'richText' ? `rich_text_plain(${quoted(id)})` : quoted(id);
}

export function pageColumns(fields: readonly EntityField[]): readonly PageColumn[] {
  return fields.map(({ id, type, format }) => ({ id, type: format === 'richText' ? 'text' : type }));
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

/** One record as JSON text made by the database: numbers are numbers whatever their SQL type. */
export function recordJson(entity: Entity, fields: readonly EntityField[], where: string): string {
  return `select row_to_json(r)::text as record from (select ${selectList(fields)} from ${quoted(entity.record.view)} where ${where}) r`;
}

// How a record is told to a person in a few words: its label, and fields of it written as lists write them.
import type { Entity, EntityField } from '#src/core/entity.ts';
import { formatValue, missing } from '#src/core/format.ts';
import type { CodeRow } from '#src/core/linked.ts';
import type { Caller } from '../access/caller.ts';
import { may } from '../access/permissions.ts';
import type { Values } from './read.ts';

type Codes = ReadonlyMap<string, readonly CodeRow[]>;

const placeholder = /\{([a-z][a-z0-9_]*)\}/g;

/** The fields that a label names. */
export function fieldsOfLabel({ record }: Entity): readonly string[] {
  return [...record.label.matchAll(placeholder)].map(([, name = '']) => name);
}

/** Known fields of these names that the caller may read, each once. */
export function openFields(entity: Entity, names: readonly string[], caller: Caller): readonly EntityField[] {
  return [...new Set(names)].flatMap((name) => {
    const field = entity.fields[name];
    return field && may(caller, field.permission) ? [field] : [];
  });
}

/** `Inspection I001-001`; by its number where a part of the label is empty or not for the caller. */
export function labelOf(entity: Entity, id: number, values: Values): string {
  const gap = fieldsOfLabel(entity).some((name) => (values[name] ?? '') === '');
  return gap
    ? `${entity.title} ${id}`
    : entity.record.label.replace(placeholder, (_, name: string) => String(values[name]));
}

/** A value as a list writes it; null where there is none. */
export function writtenValue(field: EntityField, values: Values, codes: Codes): string | null {
  const text = formatValue(field.format, values[field.id], {
    codes: field.codes === null ? null : (codes.get(field.codes) ?? null),
    unitFlag: field.unitField === null ? undefined : values[field.unitField],
  });
  if (text === missing) return null;
  return field.unit === null || text.includes(field.unit) ? text : `${text} ${field.unit}`;
}

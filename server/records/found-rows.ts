import type { Criterion, Entity, EntityField } from '#src/core/entity.ts';
import type { Caller } from '../access/caller.ts';
import { quoted } from '../database/json-page.ts';
import { criteriaConditions } from './criteria.ts';
import { listedValue, readableFields } from './record-fields.ts';
import { type Narrowed, narrowing } from './text-index.ts';

/** The rows that criteria find, with what the caller may read of them; the rows that an index found narrow them. */
export function foundRows(
  entity: Entity,
  criteria: readonly Criterion[],
  caller: Caller,
  narrowed: Narrowed | null = null,
): { readonly text: string; readonly values: readonly unknown[]; readonly fields: readonly EntityField[] } {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    ...(narrowed === null ? [] : [narrowing(narrowed, bind)]),
    ...criteriaConditions(criteria, entity, bind),
  ];
  const fields = readableFields(entity, caller);
  const names = fields.map((field) => `${listedValue(field)} as ${quoted(field.id)}`).join(', ');
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  return { text: `select ${names} from ${quoted(entity.record.view)}${where}`, values, fields };
}

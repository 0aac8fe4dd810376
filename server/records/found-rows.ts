import type { Criterion, Entity, EntityField } from '#src/core/entity.ts';
import { distanceField, middleField } from '#src/core/figure-fields.ts';
import type { LinkedField } from '#src/core/linked.ts';
import { awayField } from '#src/core/place.ts';
import type { Caller } from '../access/caller.ts';
import type { FigureSeen } from '../access/search-by-hash.ts';
import { quoted } from '../database/json-page.ts';
import { criteriaConditions } from './criteria.ts';
import { metresAway } from './near.ts';
import { listedValue, readableFields } from './record-fields.ts';
import { type Narrowed, narrowing } from './text-index.ts';

/** A field that no record has: written by nobody, and asked for by no search. */
function fieldBeside(field: LinkedField): EntityField {
  return {
    ...field,
    required: false,
    write: 'never',
    readOnly: true,
    search: [],
    permission: null,
    widget: null,
    minimum: null,
    maximum: null,
    maxLength: null,
    pattern: null,
  };
}

/** What the figure that led here says of each record. */
function saidOf({ distances, middle }: FigureSeen, bind: (value: unknown) => string) {
  return [
    ...(distances
      ? [
          {
            field: fieldBeside(distanceField),
            value: `(${bind(JSON.stringify(distances))}::jsonb ->> "id"::text)::double precision`,
          },
        ]
      : []),
    ...(middle ? [{ field: fieldBeside(middleField), value: `"id" = any(${bind(middle)}::bigint[])` }] : []),
  ];
}

/** The rows that criteria find, with what the caller may read of them; the rows that an index found narrow them. */
export function foundRows(
  entity: Entity,
  criteria: readonly Criterion[],
  caller: Caller,
  narrowed: Narrowed | null = null,
  figure: FigureSeen | null = null,
): { readonly text: string; readonly values: readonly unknown[]; readonly fields: readonly EntityField[] } {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    ...(narrowed === null ? [] : [narrowing(narrowed, bind)]),
    ...criteriaConditions(criteria, entity, bind),
  ];
  const own = readableFields(entity, caller);
  const away = metresAway(criteria, entity, bind);
  const said = [
    ...(figure ? saidOf(figure, bind) : []),
    ...(away === null ? [] : [{ field: fieldBeside(awayField), value: away }]),
  ];
  const fields = [...own, ...said.map(({ field }) => field)];
  const names = [
    ...own.map((field) => `${listedValue(field)} as ${quoted(field.id)}`),
    ...said.map(({ field, value }) => `${value} as ${quoted(field.id)}`),
  ].join(', ');
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  return { text: `select ${names} from ${quoted(entity.record.view)}${where}`, values, fields };
}

import type { EntityField } from '../entity.ts';
import type { EntityScope } from '../entity-parts.ts';
import type { SearchOperator } from '../operators.ts';
import type { JsonObject, ValueType } from '../values.ts';
import { text } from './json-values.ts';

// Columns that every table has: the writer and the table's triggers write them, no file declares them.
const columns: readonly {
  readonly id: string;
  readonly title: string;
  readonly type: ValueType;
  readonly search?: readonly SearchOperator[];
}[] = [
  { id: 'synthetic', title: 'Synthetic', type: 'boolean', search: ['eq'] },
  { id: 'created_at', title: 'Made', type: 'datetime' },
  { id: 'created_by', title: 'Made by', type: 'integer' },
  { id: 'updated_at', title: 'Changed', type: 'datetime' },
  { id: 'updated_by', title: 'Changed by', type: 'integer' },
  { id: 'version', title: 'Version', type: 'integer' },
];

export const engineColumns: ReadonlySet<string> = new Set(['id', ...columns.map(({ id }) => id)]);

type Fields = { readonly [id: string]: EntityField };

/** The fields with the engine's own around them: the number first, the rest last. */
export function engineFields(own: Fields, title: string, id: JsonObject, scope: EntityScope): Fields {
  const number: EntityField = {
    ...engineField('id', text(id.title) ?? `${title} ID`, 'integer', ['eq', 'oneof', 'notoneof', 'between']),
    format: 'id',
    description: text(id.description),
  };
  // Only what lies in a district is kept apart as real or made up.
  const kept = columns.filter((column) => column.id !== 'synthetic' || scope === 'district');
  const rest = kept.map((column) => [
    column.id,
    engineField(column.id, column.title, column.type, column.search),
  ]);
  return { id: number, ...own, ...Object.fromEntries(rest) };
}

function engineField(
  id: string,
  title: string,
  type: ValueType,
  search: readonly SearchOperator[] = [],
): EntityField {
  return {
    id,
    title,
    type,
    format: type === 'datetime' || type === 'boolean' || type === 'integer' ? type : 'text',
    unit: null,
    codes: null,
    list: null,
    description: null,
    unitField: null,
    required: false,
    write: 'never',
    readOnly: true,
    search,
    permission: null,
    widget: null,
    minimum: null,
    maximum: null,
    maxLength: null,
    pattern: null,
    copy: false,
    engine: true,
  };
}

// Which filters a column has, and how they are typed and told.
import { showDay } from '#src/core/dates.ts';
import { type ColumnFilter, filterText } from '#src/core/filter.ts';
import { formatValue } from '#src/core/format.ts';
import type { SearchOperator } from '#src/core/operators.ts';
import type { ValueType } from '#src/core/values.ts';
import type { CellRules, GridColumn } from './definition.ts';
import type { Labels } from './format-cell.ts';
import { parseCell } from './parse-cell.ts';

/** Formatted text is listed, and so filtered, as plain text. */
export function filterType({ field }: Pick<GridColumn, 'field'>): ValueType {
  return field.format === 'richText' ? 'text' : field.type;
}

/** The type of each column by which rows can be filtered. */
export function filterTypes(columns: readonly GridColumn[]): (column: string) => ValueType | undefined {
  const types = new Map(columns.map((column) => [column.id, filterType(column)]));
  return (column) => types.get(column);
}

const ends: readonly SearchOperator[] = ['empty', 'notempty'];
const byType: { readonly [type in ValueType]: readonly SearchOperator[] } = {
  text: ['contains', 'starts', 'ends', 'eq', 'ne'],
  integer: ['between', 'ge', 'gt', 'le', 'lt', 'eq', 'ne'],
  number: ['between', 'ge', 'gt', 'le', 'lt', 'eq', 'ne'],
  date: ['between', 'ge', 'le', 'eq'],
  datetime: ['between', 'ge', 'le', 'eq'],
  boolean: ['eq'],
  list: [],
  json: [],
};

/** Numbers that name something are looked for one by one. */
const naming: ReadonlySet<string> = new Set(['id', 'baseYear']);

/** What is offered of a column, the likeliest first. */
export function offeredOperators(column: GridColumn, labels: Labels | null): readonly SearchOperator[] {
  const type = filterType(column);
  if (labels && (type === 'text' || type === 'integer')) return ['oneof', 'notoneof', ...ends];
  const own = byType[type];
  return [
    ...(naming.has(column.format) ? ['eq' as const, ...own.filter((op) => op !== 'eq')] : own),
    ...ends,
  ];
}

const anything: CellRules = {
  required: false,
  minimum: null,
  maximum: null,
  maxLength: 200,
  pattern: null,
  permission: null,
};

/** What a text typed as the value of a filter means; null for none. */
export function typedValue(
  column: GridColumn,
  text: string,
): { readonly value: unknown } | { readonly problem: string } {
  const type = filterType(column);
  const field = type === 'datetime' ? { ...column.field, type: 'date' as const } : column.field;
  const parsed = parseCell({ ...column, field: { ...field, unitField: null }, edit: anything }, text, null);
  return 'problem' in parsed ? parsed : { value: parsed.values[field.id] ?? null };
}

/** A value as it is told beside its column. */
function shownValue(column: GridColumn, labels: Labels | null): (value: unknown) => string {
  const type = filterType(column);
  return (value) => {
    if (type === 'date' || type === 'datetime') return showDay(String(value));
    if (type === 'text' && !labels) return `“${String(value)}”`;
    return labels?.get(String(value)) ?? formatValue(column.format, value, {});
  };
}

/** What stands in place of the rows that are all left out. */
export const narrowedEmpty = {
  filters: 'No row meets the filters of the columns. Change them, or take them away.',
  hidden: 'All rows are hidden. “Show hidden” under the table brings them back.',
};

export function foundNone(find: string): string {
  return `Nothing matches “${find}”. Change or clear the text in Find.`;
}

export function toldFilter(column: GridColumn, filter: ColumnFilter, labels: Labels | null): string {
  return filterText(column.title, filter, filterType(column), shownValue(column, labels));
}

/** What stands in the place of rows; `narrowed` says what leaves rows out beside the text in Find. */
export function emptyText(empty: string, find: string, narrowed: keyof typeof narrowedEmpty | null): string {
  if (find !== '') return foundNone(find);
  return narrowed === null ? empty : narrowedEmpty[narrowed];
}

// What a person narrows the rows of a source to: a text in any column, and filters of single columns.
import { type ColumnFilter, filterFault } from '#src/core/filter.ts';
import { Problem } from '../problem.ts';
import { type Columns, findCondition, knownColumn, type PageColumn, quoted } from './json-page.ts';

type Bind = (value: unknown) => string;

export interface Narrowing {
  readonly find: string;
  readonly filter?: readonly ColumnFilter[];
}

/** Whether all rows are not asked for: then those of a run that was cut would not be enough. */
export function narrows({ find, filter = [] }: Narrowing): boolean {
  return find !== '' || filter.length > 0;
}

/** As pages write a moment: by the office's day. */
const officeDay = (name: string) => `(${name}::timestamptz at time zone 'Australia/Sydney')::date`;

const comparing: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['le', '<='],
  ['gt', '>'],
  ['ge', '>='],
]);

function filterCondition({ id, type }: PageColumn, { op, value }: ColumnFilter, bind: Bind): string {
  const name = quoted(id);
  const isText = type === 'text';
  if (op === 'empty' || op === 'notempty') {
    const holds = isText ? `''` : type === 'list' || type === 'json' ? `'', '[]', '{}', 'null'` : null;
    const empty = holds === null ? `${name} is null` : `coalesce(${name}::text, '') in (${holds})`;
    return op === 'empty' ? empty : `not (${empty})`;
  }
  const cast = { integer: 'numeric', number: 'numeric', boolean: 'boolean', text: 'text' }[type as string];
  const as = cast ?? 'date';
  if (op === 'oneof' || op === 'notoneof') {
    const plain = isText ? `${name}::text` : name;
    // Whole numbers as such: an index of a key is of use to them alone.
    const whole = Array.isArray(value) && value.every(Number.isSafeInteger);
    const list = `${bind(value)}::${type === 'integer' && whole ? 'bigint' : as}[]`;
    return op === 'oneof' ? `${plain} = any(${list})` : `(${plain} is null or ${plain} <> all(${list}))`;
  }
  const own = isText ? `lower(${name}::text)` : type === 'datetime' ? officeDay(name) : name;
  const bound = (given: unknown) => (isText ? `lower(${bind(given)}::text)` : `${bind(given)}::${as}`);
  if (op === 'between') {
    const [from, to]: readonly unknown[] = Array.isArray(value) ? value : [];
    const ends = [
      ...(from === null || from === undefined ? [] : [`${own} >= ${bound(from)}`]),
      ...(to === null || to === undefined ? [] : [`${own} <= ${bound(to)}`]),
    ];
    return `(${ends.join(' and ')})`;
  }
  const compare = comparing.get(op);
  if (compare) return `${own} ${compare} ${bound(value)}`;
  if (op === 'eq') return `${own} = ${bound(value)}`;
  if (op === 'ne') return `${own} is distinct from ${bound(value)}`;
  if (op === 'contains') return `position(${bound(value)} in ${own}) > 0`;
  return op === 'starts'
    ? `starts_with(${own}, ${bound(value)})`
    : `right(${own}, length(${bind(value)}::text)) = ${bound(value)}`;
}

/** Conditions that all have to hold; a column is named only after it was found among the known ones. */
export function narrowConditions(
  columns: Columns,
  { find, filter = [] }: Narrowing,
  bind: Bind,
): readonly string[] {
  const filters = filter.map((one, i) => {
    const column = knownColumn(columns, one.column, `/filter/${i}/column`);
    const fault = filterFault(one, column.type);
    if (fault !== null)
      throw new Problem('invalid-request', fault, {
        errors: [{ pointer: `/filter/${i}`, message: fault }],
      });
    return filterCondition(column, one, bind);
  });
  const found = findCondition(columns, find, bind);
  return found === null ? filters : [...filters, found];
}

/** ` where …`, or nothing. */
export function narrowWhere(columns: Columns, wish: Narrowing, bind: Bind): string {
  const conditions = narrowConditions(columns, wish, bind);
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}

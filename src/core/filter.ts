// Filters of a table's columns: what they may ask by type, how the address holds them, and which rows they leave.
import { operatorWords, type SearchOperator } from './operators.ts';
import { isJsonObject, type Row, type ValueType } from './values.ts';

export interface ColumnFilter {
  readonly column: string;
  readonly op: SearchOperator;
  /** A value, a pair for `between`, a list for `oneof` and `notoneof`, absent for `empty` and `notempty`. */
  readonly value?: unknown;
}

const of = (...operators: readonly SearchOperator[]): ReadonlySet<SearchOperator> =>
  new Set([...operators, 'empty', 'notempty']);
const measured = of('eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between', 'oneof', 'notoneof');
const dated = of('eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between');

export const filterOperators: { readonly [type in ValueType]: ReadonlySet<SearchOperator> } = {
  text: of('contains', 'starts', 'ends', 'eq', 'ne', 'oneof', 'notoneof'),
  integer: measured,
  number: measured,
  date: dated,
  datetime: dated,
  boolean: of('eq', 'ne'),
  list: of(),
  json: of(),
};

export const mostFilterValues = 5_000;
const longestText = 200;

function isOfType(value: unknown, type: ValueType): boolean {
  if (type === 'text') return typeof value === 'string' && value.length <= longestText;
  if (type === 'integer' || type === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (type === 'boolean') return typeof value === 'boolean';
  return typeof value === 'string' && isDay(value);
}

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && at.toJSON()?.startsWith(text) === true;
}

/** What is wrong with a filter of a column of this type; null for nothing. */
export function filterFault({ op, value }: ColumnFilter, type: ValueType): string | null {
  if (!filterOperators[type].has(op)) return `A column of type ${type} has no filter "${op}".`;
  if (op === 'empty' || op === 'notempty') return null;
  if (op === 'between') {
    if (!Array.isArray(value) || value.length !== 2) return 'A pair of a first and a last value is needed.';
    const ends: readonly unknown[] = value.filter((end) => end !== null);
    return ends.length > 0 && ends.every((end) => isOfType(end, type))
      ? null
      : 'A first or a last value is needed.';
  }
  if (op !== 'oneof' && op !== 'notoneof')
    return isOfType(value, type) ? null : `The value is no ${type}, or too long.`;
  if (!Array.isArray(value) || value.length === 0) return 'A list of values is needed.';
  if (value.length > mostFilterValues) return `At most ${mostFilterValues} values are accepted.`;
  return value.every((one) => isOfType(one, type)) ? null : `A value is no ${type}, or too long.`;
}

const escaped = (text: string) => text.replace(/[%;:,]/g, encodeURIComponent);
const written = (value: unknown) => (value === null ? '' : escaped(String(value)));

/** `price:ge:100;kind:oneof:a,b`; nothing where the filters are those that stand anyway, `-` for none. */
export function printFilters(
  filters: readonly ColumnFilter[],
  own: readonly ColumnFilter[] = [],
): string | undefined {
  const text = (list: readonly ColumnFilter[]) =>
    list
      .map(({ column, op, value }) =>
        [
          escaped(column),
          op,
          ...(value === undefined ? [] : [Array.isArray(value) ? value.map(written).join() : written(value)]),
        ].join(':'),
      )
      .join(';');
  const now = text(filters);
  if (now === text(own)) return undefined;
  return now === '' ? '-' : now;
}

function read(text: string, type: ValueType): unknown {
  if (text === '') return type === 'text' ? '' : null;
  if (type === 'integer' || type === 'number') return Number(text);
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Names of the columns that a text of filters asks about, known or not. */
export function filteredColumns(text: string | null): readonly string[] {
  if (text === null || text === '-') return [];
  return text.split(';').map((part) => plain(part.split(':')[0] ?? ''));
}

/** Reads the address; what names no column of the table, or is no filter of its type, is left out. */
export function parseFilters(
  text: string | undefined,
  typeOf: (column: string) => ValueType | undefined,
): readonly ColumnFilter[] | null {
  if (text === undefined) return null;
  return text.split(';').flatMap((part) => {
    const [name = '', op = '', ...rest] = part.split(':');
    const column = plain(name);
    const type = typeOf(column);
    if (type === undefined) return [];
    const values = rest
      .join(':')
      .split(',')
      .map((one) => read(plain(one), type));
    const several = op === 'oneof' || op === 'notoneof' || op === 'between';
    const filter: ColumnFilter = {
      column,
      op: op as SearchOperator,
      ...(rest.length === 0 ? {} : { value: several ? values : values[0] }),
    };
    return filterFault(filter, type) === null ? [filter] : [];
  });
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0);

const lower = (value: unknown) => String(value).toLocaleLowerCase('en-AU');

const officeDays = new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney' });

function comparable(value: unknown, type: ValueType): number | string {
  if (type === 'datetime') {
    const at = new Date(String(value));
    return Number.isNaN(at.getTime()) ? String(value) : officeDays.format(at);
  }
  return typeof value === 'number' ? value : type === 'text' ? lower(value) : String(value);
}

/** Whether a row that is here stands; as the server decides of those that are there. */
export function meets(row: Row, { column, op, value }: ColumnFilter, type: ValueType): boolean {
  const given = row[column];
  if (op === 'empty' || op === 'notempty') return isEmpty(given) === (op === 'empty');
  if (op === 'notoneof') return !(Array.isArray(value) && value.includes(given));
  if (given === null || given === undefined) return op === 'ne';
  const has = comparable(given, type);
  const bound = (end: unknown) => (type === 'datetime' ? String(end) : comparable(end, type));
  if (op === 'oneof') return Array.isArray(value) && value.includes(given);
  if (op === 'between') {
    const [from, to]: readonly unknown[] = Array.isArray(value) ? value : [];
    return (from === null || has >= bound(from)) && (to === null || has <= bound(to));
  }
  const wanted = bound(value);
  switch (op) {
    case 'eq':
      return has === wanted;
    case 'ne':
      return has !== wanted;
    case 'lt':
      return has < wanted;
    case 'le':
      return has <= wanted;
    case 'gt':
      return has > wanted;
    case 'ge':
      return has >= wanted;
    case 'contains':
      return String(has).includes(String(wanted));
    case 'starts':
      return String(has).startsWith(String(wanted));
    case 'ends':
      return String(has).endsWith(String(wanted));
  }
}

const ofDays: { readonly [operator in SearchOperator]?: string } = {
  lt: 'is before',
  le: 'is up to',
  gt: 'is after',
  ge: 'is from',
};

/** How an operator reads between a column and its value. */
export function filterWords(op: SearchOperator, type: ValueType): string {
  return (type === 'date' || type === 'datetime' ? ofDays[op] : undefined) ?? operatorWords[op];
}

const mostTold = 4;

/** `Price is between $100 and $200`; `show` writes a value. */
export function filterText(
  title: string,
  { op, value }: ColumnFilter,
  type: ValueType,
  show: (value: unknown) => string,
): string {
  const words = (how: SearchOperator) => `${title} ${filterWords(how, type)}`;
  if (op === 'empty' || op === 'notempty') return words(op);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (op === 'between') {
    const [from, to] = values;
    if (to === null) return `${words('ge')} ${show(from)}`;
    if (from === null) return `${words('le')} ${show(to)}`;
    return `${words(op)} ${show(from)} and ${show(to)}`;
  }
  const told = values.slice(0, mostTold).map(show);
  const left = values.length - told.length;
  return `${words(op)} ${told.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

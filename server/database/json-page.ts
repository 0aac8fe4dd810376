import { besideFields } from '#src/core/figure-fields.ts';
import type { ColumnFilter } from '#src/core/filter.ts';
import type { ValueType } from '#src/core/values.ts';
import { Problem } from '../problem.ts';

export interface PageColumn {
  readonly id: string;
  readonly type: ValueType;
  /** Sorted by its characters, as an index of its table has it. */
  readonly plain?: boolean;
}

/** How the values of a column are totalled; rows with the same value in the column `once` count as one of them. */
export type TotalWish = string | { readonly how: string; readonly once: string };

export interface PageWish {
  readonly offset: number;
  readonly limit: number;
  readonly sort: readonly string[];
  readonly find: string;
  readonly totals: { readonly [column: string]: TotalWish };
  /** What columns are filtered to. */
  readonly filter?: readonly ColumnFilter[];
  /** Columns to group by; their groups come along with the page. */
  readonly group: readonly string[];
  /** Of more rows than so many, so many at random. */
  readonly sample?: number | null;
}

export type Columns = ReadonlyMap<string, PageColumn>;

export function columnMap(columns: readonly PageColumn[]): Columns {
  return new Map(columns.map((column) => [column.id, column]));
}

/** A name becomes SQL only after it was found among the known columns. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function knownColumn(columns: Columns, id: string, pointer: string): PageColumn {
  const column = columns.get(id);
  if (column) return column;
  throw new Problem(
    'unknown-field',
    `Column "${id.slice(0, 80)}" is unknown. Use one of the columns of this source.`,
    {
      errors: [{ pointer, message: 'This column is unknown.' }],
    },
  );
}

/** A column as rows are sorted by it: numbers within a text are numbers, lot 2 before lot 10. */
export function sortedValue({ id, type, plain = false }: PageColumn): string {
  return type === 'text' && !plain ? `${quoted(id)}::text collate natural_order` : quoted(id);
}

/** ` order by "a" desc nulls last, …`; the fallback makes pages stable. What only other results say is passed over. */
export function orderBy(columns: Columns, sort: readonly string[], fallback: string | null): string {
  const terms = sort.flatMap((term, i) => {
    const descending = term.startsWith('-');
    const id = descending ? term.slice(1) : term;
    if (besideFields.has(id) && !columns.has(id)) return [];
    const column = knownColumn(columns, id, `/sort/${i}`);
    return [`${sortedValue(column)}${descending ? ' desc' : ''} nulls last`];
  });
  const named = sort.map((term) => term.replace(/^-/, ''));
  if (fallback !== null && !named.includes(fallback)) terms.push(quoted(fallback));
  return terms.length > 0 ? ` order by ${terms.join(', ')}` : '';
}

const findable = new Set<ValueType>(['text', 'integer', 'date']);

/** A condition that holds where any readable column contains the text; empty text has none. */
export function findCondition(
  columns: Columns,
  find: string,
  bind: (value: unknown) => string,
): string | null {
  if (find === '') return null;
  const texts = [...columns.values()].filter((c) => findable.has(c.type)).map((c) => `${quoted(c.id)}::text`);
  if (texts.length === 0) return 'false';
  return `position(lower(${bind(find)}::text) in lower(concat_ws(chr(31), ${texts.join(', ')}))) > 0`;
}

const aggregates: ReadonlyMap<string, string> = new Map([
  ['sum', 'sum'],
  ['avg', 'avg'],
  ['min', 'min'],
  ['max', 'max'],
  ['count', 'count'],
]);
const summable = new Set<ValueType>(['integer', 'number']);

const countedOnce: ReadonlySet<string> = new Set(['sum', 'avg', 'count']);
const unsorted: ReadonlySet<ValueType> = new Set(['json', 'list']);

/** What is totalled: all rows, or those of groups, whose level is the number of names that they share. */
export interface Totalled {
  readonly names: readonly string[];
  /** The level of a group, from 1. */
  readonly level: string;
}

interface Total {
  readonly aggregate: string;
  readonly column: string;
  /** The column whose values count once each; null where every row counts. */
  readonly once: string | null;
}

function totalOf(columns: Columns, id: string, wish: TotalWish): Total {
  const column = knownColumn(columns, id, `/totals/${id}`);
  const { how, once } = typeof wish === 'string' ? { how: wish, once: null } : wish;
  const refuse = (message: string): Problem =>
    new Problem('invalid-request', `"${how}" of column "${id}" cannot be computed.`, {
      errors: [{ pointer: `/totals/${id}`, message }],
    });
  const aggregate = aggregates.get(how);
  if (!aggregate || (how !== 'count' && !summable.has(column.type)))
    throw refuse('Use sum, avg, min, max of a number, or count.');
  if (once === null) return { aggregate, column: quoted(column.id), once };
  const key = knownColumn(columns, once, `/totals/${id}/once`);
  if (!countedOnce.has(how) || unsorted.has(key.type))
    throw refuse('Use sum, avg or count once for each single value of a column.');
  return { aggregate, column: quoted(column.id), once: quoted(key.id) };
}

const valueOnce = (at: number, level: number): string => quoted(`#once${at}.${level}`);

/** `json_build_object('price', sum("price"), …)` over the rows of `totalledRows`. */
export function totalsObject(
  columns: Columns,
  totals: PageWish['totals'],
  bind: (value: unknown) => string,
  groups: Totalled | null = null,
): string {
  const pairs = Object.entries(totals).map(([id, wish], at) => {
    const { aggregate, column, once } = totalOf(columns, id, wish);
    const of = (level: number) => `${aggregate}(${once === null ? column : valueOnce(at, level)})`;
    const byLevel = groups?.names.map((_, i) => `when ${i + 1} then ${of(i + 1)}`).join(' ');
    return `${bind(id)}::text, ${groups && once !== null ? `case ${groups.level} ${byLevel} end` : of(0)}`;
  });
  return `json_build_object(${pairs.join(', ')})`;
}

/**
 * The rows of `r` with what `totalsObject` reads beside their columns: where a value counts once, the greatest of the
 * rows that share it has it and the others nothing, in all rows and in each group anew. Rows without such a value are
 * one each.
 */
export function totalledRows(
  columns: Columns,
  totals: PageWish['totals'],
  groups: Totalled | null = null,
): string {
  const values = Object.entries(totals).flatMap(([id, wish], at) => {
    const { column, once } = totalOf(columns, id, wish);
    if (once === null) return [];
    const levels = groups ? groups.names.map((_, i) => i + 1) : [0];
    return levels.map((level) => {
      const shared = [...(groups?.names.slice(0, level) ?? []), once].join(', ');
      return `case when coalesce(${once}::text, '') = ''
        or row_number() over (partition by ${shared} order by ${column} desc nulls last) = 1
        then ${column} end as ${valueOnce(at, level)}`;
    });
  });
  return values.length === 0 ? 'r' : `(select r.*, ${values.join(', ')} from r) r`;
}

/** A moment ends in Z; the wall clock of a file header has no zone and keeps none. The session's zone is UTC. */
export function momentText(name: string): string {
  return `regexp_replace(to_json(${name}) #>> '{}', '[+]00:00$', 'Z')`;
}

/** A column's value as it stands in JSON. */
export function jsonValue(column: PageColumn): string {
  const name = quoted(column.id);
  return column.type === 'datetime' ? momentText(name) : name;
}

/** `[[…],[…]]`: one array per column, the rows in their order. */
export function columnArrays(columns: Columns): string {
  const arrays = [...columns.values()].map((c) => `coalesce(json_agg(${jsonValue(c)}), '[]'::json)`);
  // A function takes at most 100 arguments.
  const chunks: string[] = [];
  for (let i = 0; i < arrays.length; i += 90)
    chunks.push(`json_build_array(${arrays.slice(i, i + 90).join(', ')})::text`);
  if (chunks.length === 0) return `'[]'`;
  return chunks
    .map((chunk, i) => {
      const opened = i === 0 ? chunk : `',' || substr(${chunk}, 2)`;
      return i === chunks.length - 1 ? opened : `left(${opened}, -1)`;
    })
    .join(' || ');
}

/** Bytes of rows that one answer holds; the rest is on the next page. */
export const pageBytes = 8 * 1024 * 1024;

/** Characters of a cell: of a list of records, whose record has the whole, and as editors take a text at most; of a report, as a sheet's cell does. */
export const mostCellCharacters = { list: 4_000, report: 32_767 } as const;

const ofAnyLength = new Set<ValueType>(['text', 'json', 'list']);
// A number, a date or a moment with its comma.
const shortCell = 30;

/** A cell that is cut says so by its last character. */
function cutCell({ id, type }: PageColumn, most: number): string {
  const name = quoted(id);
  if (type !== 'text') return name;
  return `case when octet_length(${name}::text) > ${most} and length(${name}::text) > ${most} then left(${name}::text, ${most - 1}) || '…' else ${name}::text end as ${name}`;
}

/**
 * The rows of `from`, in its order, with every cell of a length that can be shown, as far as `bytes` reach; the first
 * in any case, so that whoever asks for the rest comes to an end.
 */
export function boundedRows(
  columns: Columns,
  from: string,
  limits: { readonly cell: number; readonly bytes: number },
): string {
  const all = [...columns.values()];
  const list = all.map((column) => cutCell(column, limits.cell)).join(', ') || '1';
  const names = all.map(({ id }) => quoted(id)).join(', ') || '1';
  const sized = all.filter(({ type }) => ofAnyLength.has(type)).map(({ id }) => quoted(id));
  const lengths = [
    `${shortCell * (all.length - sized.length) + 4 * sized.length}`,
    ...sized.map((name) => `coalesce(octet_length(${name}::text), 0)`),
  ];
  return `select ${names} from (
      select c.*, row_number() over () as "#row", sum(${lengths.join(' + ')}) over (rows unbounded preceding) as "#bytes"
      from (select ${list} from (${from}
      ) s) c) b
    where "#bytes" <= ${limits.bytes} or "#row" = 1`;
}

/** Collects values and hands out their placeholders. */
export function createBinder(first: readonly unknown[] = []): {
  readonly bind: (value: unknown) => string;
  readonly values: unknown[];
} {
  const values = [...first];
  return { values, bind: (value) => `$${values.push(value)}` };
}

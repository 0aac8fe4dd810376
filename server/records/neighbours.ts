import type { Criterion, Entity } from '#src/core/entity.ts';
import { type ColumnFilter, parseFilters } from '#src/core/filter.ts';
import type { Caller } from '../access/caller.ts';
import type { FigureSeen } from '../access/search-by-hash.ts';
import type { DatabaseClient } from '../database/client.ts';
import { columnMap, createBinder, orderBy } from '../database/json-page.ts';
import { narrowWhere } from '../database/narrow.ts';
import { foundRows } from './found-rows.ts';
import { pageColumns } from './record-fields.ts';
import { narrowedBy } from './text-index.ts';

export interface Neighbours {
  readonly total: number;
  /** Counted from 1; null where the record is not in the result any more. */
  readonly at: number | null;
  readonly previous: number | null;
  readonly next: number | null;
}

export interface ResultAsked {
  readonly criteria: readonly Criterion[];
  /** Set where a figure of a report led to the result. */
  readonly figure?: FigureSeen | null;
  readonly sort: readonly string[];
  readonly find: string;
  /** As the address holds it. */
  readonly filter?: string;
  /** Numbers of records that are passed over. */
  readonly without?: readonly number[];
  /** Where the record stood when the result was shown. */
  readonly at: number;
}

/**
 * What stands before and after a record in a result. Mostly it stands where it stood: three ids at that place tell.
 * Only where the result has changed since are all places counted.
 */
export async function neighboursOf(
  client: DatabaseClient,
  entity: Entity,
  caller: Caller,
  id: number,
  { criteria, figure = null, sort, find, filter, without = [], at }: ResultAsked,
): Promise<Neighbours> {
  const found = foundRows(entity, criteria, caller, await narrowedBy(client, entity, criteria), figure);
  const columns = columnMap(pageColumns(found.fields));
  const { bind, values } = createBinder(found.values);
  const typeOf = (column: string) => columns.get(column)?.type;
  const chosen = filter ? (parseFilters(filter, typeOf) ?? []) : [];
  const filters =
    without.length === 0
      ? chosen
      : [...chosen, { column: 'id', op: 'notoneof', value: without } satisfies ColumnFilter];
  const rows = `(${found.text}) f${narrowWhere(columns, { find, filter: filters }, bind)}`;
  const order = orderBy(columns, sort, 'id');
  const first = Math.max(0, at - 2);
  const { rows: near } = await client.query<{ total: number; ids: number[] }>(
    `select (select count(*) from ${rows})::bigint as total,
       array(select "id"::bigint from ${rows}${order} offset ${bind(first)}::bigint limit ${bind(at - first + 1)}::bigint)
         as ids`,
    values,
  );
  const { total = 0, ids = [] } = near[0] ?? {};
  const middle = at - first - 1;
  if (ids[middle] === id)
    return { total, at, previous: ids[middle - 1] ?? null, next: ids[middle + 1] ?? null };
  return moved(client, { rows, order, values: values.slice(0, -2), total, id, at });
}

async function moved(
  client: DatabaseClient,
  result: {
    readonly rows: string;
    readonly order: string;
    readonly values: readonly unknown[];
    readonly total: number;
    readonly id: number;
    readonly at: number;
  },
): Promise<Neighbours> {
  const { bind, values } = createBinder(result.values);
  const [id, at] = [`${bind(result.id)}::bigint`, `${bind(result.at)}::bigint`];
  const { rows } = await client.query<{
    id: number;
    place: number;
    before: number | null;
    after: number | null;
  }>(
    `select "id"::bigint as id, place::bigint as place, before::bigint as before, after::bigint as after from (
       select "id", row_number() over w as place, lag("id") over w as before, lead("id") over w as after
       from ${result.rows} window w as (${result.order})) n
     where "id" = ${id} or place in (${at} - 1, ${at})`,
    values,
  );
  const own = rows.find((row) => row.id === result.id);
  if (own) return { total: result.total, at: own.place, previous: own.before, next: own.after };
  const idAt = (place: number) => rows.find((row) => row.place === place)?.id ?? null;
  // It is gone from the result, so the next one stands in its place.
  return { total: result.total, at: null, previous: idAt(result.at - 1), next: idAt(result.at) };
}

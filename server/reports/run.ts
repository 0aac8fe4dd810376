import { groupedSort } from '#src/core/rows.ts';
import type { Caller } from '../access/caller.ts';
import type { DatabaseClient } from '../database/client.ts';
import {
  boundedRows,
  columnArrays,
  createBinder,
  mostCellCharacters,
  orderBy,
  type PageWish,
  pageBytes,
  quoted,
  totalledRows,
  totalsObject,
} from '../database/json-page.ts';
import { narrows, narrowWhere } from '../database/narrow.ts';
import { RawJson } from '../database/raw-json.ts';
import { checkGroups, groupsSelect } from './groups.ts';
import { type OpenRun, readRun } from './open-run.ts';
import type { RowSource } from './rows.ts';
import type { ReportServer } from './served.ts';

interface PageRow {
  readonly total: number;
  readonly count: number;
  readonly totals: string;
  readonly groups: string | null;
  readonly group_count: number;
  readonly columns: string;
  readonly [column: string]: unknown;
}

/** Rows of a list's page, whose bytes are added up row by row, long texts and all; the rest is on the next page. */
const mostListRows = 10_000;

/**
 * One statement for rows, count and totals, so all three see one snapshot. A report is computed once and
 * kept for the three; a list of records counts and pages on its own, where indexes help: of the rows before a page
 * nothing but what they are sorted by is read, and of those on it the rest.
 */
export function pageStatement(
  source: RowSource,
  wish: PageWish,
  bytes = pageBytes,
): { readonly text: string; readonly values: readonly unknown[] } {
  const { bind, values } = createBinder(source.values);
  const where = narrowWhere(source.columns, wish, bind);
  const cap = source.rowLimit === null ? '' : ` limit ${source.rowLimit + 1}`;
  // Without an aggregate the sub-select would answer a row for each row.
  const totals =
    Object.keys(wish.totals).length === 0
      ? `'{}'`
      : `(select ${totalsObject(source.columns, wish.totals, bind)}::text
          from ${totalledRows(source.columns, wish.totals)})`;
  const grouped = wish.group.length > 0;
  const groups = grouped ? `, g as materialized (${groupsSelect(source.columns, wish, bind)})` : '';
  const sort = groupedSort(wish.group, wish.sort);
  const order = orderBy(source.columns, sort, source.ordered && sort.length === 0 ? null : source.key);
  const offset = bind(wish.offset);
  const limit = bind(isList(source) ? Math.min(wish.limit, mostListRows) : wish.limit);
  const arrays = columnArrays(source.columns);
  const paged = `${order} offset ${offset}::bigint limit ${limit}::bigint`;
  const cell = isList(source) ? mostCellCharacters.list : mostCellCharacters.report;
  const whole = { before: '', from: `select * from r${paged}`, total: '(select count(*) from r)' };
  const { before, from, total } = wish.sample
    ? {
        ...whole,
        from: sampled(source, order, bind(wish.sample), `offset ${offset}::bigint limit ${limit}::bigint`),
      }
    : isList(source) && source.key !== null
      ? keysFirst(source, source.key, { sort, paged, limit, narrowed: where !== '' })
      : whole;
  const text = `
    with ${rowsOf(source, where, cap)},
    ${before}p as materialized (${boundedRows(source.columns, from, { cell, bytes })})${groups}
    select ${total} as total,
      (select count(*)::integer from p) as count,
      ${totals} as totals,
      ${grouped ? '(select entries from g)' : 'null'} as groups,
      ${grouped ? '(select n from g)' : '0'} as group_count,
      (select ${arrays} from p) as columns`;
  return { text, values };
}

/**
 * So many rows of `r` at random, in their order. Chance is a hash of a row's key, or of its place, so that the same rows
 * come whenever they are asked for. Of a list only keys are looked through.
 */
function sampled({ key, report }: RowSource, order: string, size: string, page: string): string {
  // What a report calls its key may stand in several of its rows.
  if (key === null || report)
    return `select * from (select r.*, row_number() over (${order}) as "#place" from r
        order by hashint8extended(row_number() over (${order}), 0) limit ${size}::bigint) s
      order by "#place" ${page}`;
  const name = quoted(key);
  return `select * from r where ${name} = any(array(
        select ${name} from r order by hashtextextended(${name}::text, 0) limit ${size}::bigint))${order} ${page}`;
}

/** Rows that are computed as they are read, from tables with indexes: no report, and no run of one that is kept. */
function isList({ report, run }: RowSource): boolean {
  return !report && run === null;
}

/** Rows of a source as `r`: those of a report once, others as often as they are asked for, but looked through once. */
export function rowsOf(source: RowSource, where: string, cap: string): string {
  const { report, key, text } = source;
  if (where === '' || key === null || !isList(source)) {
    const kept = report ? 'materialized' : 'not materialized';
    return `r as ${kept} (select * from (${text}\n    ) q${where}${cap})`;
  }
  const name = quoted(key);
  return `f as materialized (select ${name} as key from (${text}\n    ) q${where}),
    r as not materialized (select * from (${text}\n    ) q where ${name} = any(array(select key from f))${cap})`;
}

/** So many rows of a search are looked for once, for their count and a page of them. */
const mostFoundOnce = 10_000;

interface KeysWish {
  readonly sort: readonly string[];
  readonly paged: string;
  readonly limit: string;
  /** Rows are narrowed beside the search, and looked for once already. */
  readonly narrowed: boolean;
}

/**
 * The keys of a page in their order, then its rows. They are asked for as an array, which reaches the index however many
 * tables the view joins; a join alone would be made last. Rows are read before they are put in order: of a page far behind
 * the planner expects a single key, and would go through all that has no index once for each.
 */
function keysFirst(source: RowSource, id: string, wish: KeysWish) {
  const key = quoted(id);
  const { keys, total } = keysOf(source, key, wish);
  return {
    before: `${keys},
    h as materialized (select * from r where r.${key} = any(array(select key from k))),
    `,
    from: `select h.* from h join k on k.key = h.${key} order by k.place`,
    total,
  };
}

/**
 * `k`, the keys of the page, and how many rows there are. A search that finds few rows is made once for both; one that
 * finds many is walked in its order and counted, each as indexes help.
 */
function keysOf(
  { text, columns, searched, table }: RowSource,
  key: string,
  { sort, paged, limit, narrowed }: KeysWish,
): { readonly keys: string; readonly total: string } {
  const placed = (from: string, condition = '') =>
    `select key, row_number() over () as place from (select ${from}${paged}) o${condition}`;
  // Of a view no index alone is read, even where all that it joins falls away.
  const rows = table === null || narrowed ? 'r' : quoted(table);
  const total = `(select count(*) from ${rows})`;
  const named = sort.map((term) => term.replace(/^-/, '')).filter((id) => columns.has(id));
  if (searched && !narrowed) {
    const sorted = [...new Set([key, ...named.map(quoted)])].filter((name) => name !== key);
    return {
      keys: `found as materialized (select ${[`${key} as key`, key, ...sorted].join(', ')} from (${text}
        ) q limit ${mostFoundOnce + 1}),
      n as materialized (select count(*) as n from found),
      k as materialized (${placed('key from found', ` where (select n from n) <= ${mostFoundOnce}`)}
        union all ${placed(`${key} as key from r`, ` where (select n from n) > ${mostFoundOnce}`)})`,
      total: `(select case when n <= ${mostFoundOnce} then n else ${total} end from n)`,
    };
  }
  const [first] = named;
  const byId = [key, ...named.map(quoted)].every((name) => name === quoted('id'));
  if (first === undefined || quoted(first) === key || narrowed)
    return { keys: `k as materialized (${placed(`${key} as key from ${byId ? rows : 'r'}`)})`, total };
  // Rows without a value come last: where the others fill the page an index of another table of the view may serve.
  return {
    keys: `with_value as materialized (${placed(`${key} as key from r where ${quoted(first)} is not null`)}),
      k as materialized (select key, place from with_value where (select count(*) from with_value) = ${limit}::bigint
        union all ${placed(`${key} as key from r`, ` where (select count(*) from with_value) < ${limit}::bigint`)})`,
    total,
  };
}

async function readPage(
  client: DatabaseClient,
  source: RowSource,
  wish: PageWish,
  bytes: number,
): Promise<PageRow> {
  const { text, values } = pageStatement(source, wish, bytes);
  const { rows } = await client.query<PageRow>(text, values);
  const row = rows[0];
  if (!row) throw new Error('The page statement answered no row.');
  return row;
}

/** Pages of one run as JSON text, each ending where its bytes do (`count` tells), the further ones inside the first; rows are written by the database, not parsed on their way. */
export async function runPages(
  source: RowSource,
  wishes: readonly PageWish[],
  newerThan: Date | null,
  caller: Caller,
  context: ReportServer,
): Promise<RawJson> {
  const whole = wishes.some(narrows);
  const [first = '', ...also] = await readRun(
    source,
    { newerThan, whole, turn: true },
    caller,
    context,
    async (client, run) => {
      const pages: string[] = [];
      // The pages of one answer share its bytes; each has a row at least.
      let left = pageBytes;
      for (const wish of wishes) {
        const row = await readPage(client, run.source, wish, Math.max(1, left));
        left -= Buffer.byteLength(row.columns);
        pages.push(pageText(row, wish, source, run));
      }
      return pages;
    },
  );
  return new RawJson(also.length === 0 ? first : `${first.slice(0, -1)},"also":[${also.join(',')}]}`);
}

function pageText(row: PageRow, wish: PageWish, source: RowSource, run: OpenRun): string {
  checkGroups(row.group_count);
  const limited = run.limited ?? (source.rowLimit !== null && row.total > source.rowLimit);
  const head = {
    columns: [...source.columns.values()].map(({ id, type }) => ({ id, type })),
    offset: wish.offset,
    count: row.count,
    total: limited ? source.rowLimit : row.total,
    limited,
    run_at: run.runAt,
    dataset: source.dataset,
  };
  const groups = row.groups === null ? '' : `,"groups":${row.groups}`;
  return `${JSON.stringify(head).slice(0, -1)},"totals":${row.totals}${groups},"values":${row.columns}}`;
}

// From a figure to its rows: the keys of what was clicked are read from the run that showed it, the rows from the same
// query, cut where it groups.
import type { ValueType } from '#src/core/values.ts';
import { type Caller, whoOf } from '../access/caller.ts';
import { createBinder, knownColumn, quoted } from '../database/json-page.ts';
import { type Narrowing, narrowConditions } from '../database/narrow.ts';
import type { Operand, Share } from '../definitions/figures/figures.ts';
import { Problem } from '../problem.ts';
import { readRun } from './open-run.ts';
import type { OpenFigures, RowSource } from './rows.ts';
import type { ReportServer } from './served.ts';

/** What the rows of the report that were clicked have in a column: a value, or one of a range without its end. */
export interface At {
  readonly column: string;
  readonly value?: unknown;
  readonly from?: unknown;
  readonly to?: unknown;
  /** The range has its end as well. */
  readonly last?: boolean;
}

export interface FigureWish extends Narrowing {
  /** The figure; null for the rows of the report themselves. */
  readonly column: string | null;
  readonly at: readonly At[];
}

export interface FoundRows {
  /** Numbers of the records, each once. */
  readonly ids: readonly number[];
  /** How many rows the figure counts: a record may be counted twice, and a row may have no record. */
  readonly rows: number;
  /** Of a median the record that stands in the middle, or the two. */
  readonly middle: readonly number[];
  /** Of what is measured by distances from a median: that of each record, of several of its rows the greatest. */
  readonly distances: { readonly [id: string]: number } | null;
  /** When the report ran that showed the figure. */
  readonly runAt: string;
}

/** Records that a result may hold. */
export const mostIds = 50_000;

const casts: { readonly [type in ValueType]?: string } = {
  integer: 'bigint',
  number: 'double precision',
  date: 'date',
  datetime: 'timestamptz',
  boolean: 'boolean',
};

function condition(source: RowSource, wish: FigureWish, bind: (value: unknown) => string): string {
  const conditions = wish.at.map(({ column: id, value, from, to, last }, i) => {
    const { type } = knownColumn(source.columns, id, `/at/${i}/column`);
    const name = quoted(id);
    const bound = (given: unknown) => `${bind(given)}::${casts[type] ?? 'text'}`;
    if (from === undefined && to === undefined) return `${name} is not distinct from ${bound(value ?? null)}`;
    const ends = [
      ...(from === undefined || from === null ? [] : [`${name} >= ${bound(from)}`]),
      ...(to === undefined || to === null ? [] : [`${name} ${last ? '<=' : '<'} ${bound(to)}`]),
    ];
    return ends.length === 0 ? 'true' : `(${ends.join(' and ')})`;
  });
  const all = [...conditions, ...narrowConditions(source.columns, wish, bind)];
  return all.length === 0 ? '' : ` where ${all.join(' and ')}`;
}

/** The rows that a figure stands for, as far as the caller may see them. */
export async function figureRows(
  source: RowSource,
  figures: OpenFigures,
  wish: FigureWish,
  newerThan: Date | null,
  caller: Caller,
  context: ReportServer,
): Promise<FoundRows> {
  const figure = wish.column === null ? null : figures.ready.columns[wish.column];
  const why = wish.column === null ? undefined : figures.linked.columns[wish.column]?.why;
  if (why !== undefined) throw new Problem('refused', `This figure leads to no rows: ${why}.`);
  if (wish.column !== null && !figure)
    throw new Problem('unknown-field', `Column "${wish.column.slice(0, 80)}" is no figure of this source.`);
  if (!figure && !figures.ready.own)
    throw new Problem('unknown-field', 'The rows of this source are no records. Name one of its figures.');
  // The keys of each operand, or the numbers of the records themselves.
  const wanted = figure
    ? figure.operands.map(({ keys }) => `jsonb_build_array(${keys.map(quoted).join(', ')})`)
    : [quoted(figures.ready.counts.id)];
  const shown = await readRun(
    source,
    { newerThan, whole: true, turn: true },
    caller,
    context,
    async (client, run) => {
      const { bind, values } = createBinder(run.source.values);
      const where = condition(source, wish, bind);
      const cap = run.source.rowLimit === null ? '' : ` limit ${run.source.rowLimit}`;
      const lists = wanted.map(
        (value, i) =>
          `coalesce(jsonb_agg(distinct ${value}) filter (where ${value} is not null), '[]')::text as v${i}`,
      );
      const { rows } = await client.query<{ n: number; [list: string]: unknown }>(
        `select count(*)::integer as n, ${lists.join(', ')}
         from (select * from (${run.source.text}
         ) a${cap}) q${where}`,
        values,
      );
      return {
        runAt: run.runAt,
        n: rows[0]?.n ?? 0,
        lists: wanted.map((_, i) => String(rows[0]?.[`v${i}`] ?? '[]')),
      };
    },
  );
  if (!figure) {
    const ids = (JSON.parse(shown.lists[0] ?? '[]') as readonly unknown[]).map(Number);
    return {
      ids: ids.toSorted((a, b) => a - b),
      rows: shown.n,
      middle: [],
      distances: null,
      runAt: shown.runAt,
    };
  }
  const found = await context.reportTurns.run(caller.id, () =>
    context.database.read(
      whoOf(caller),
      { dataset: source.dataset, timeoutMs: 30_000, replica: true },
      async (client) => {
        const ids = new Set<number>();
        let rows = 0;
        const middle = new Set<number>();
        let distances: FoundRows['distances'] = null;
        for (const [i, statement] of figures.ready.statements.entries()) {
          const { bind, values } = createBinder(figures.values[i] ?? []);
          const conditions = figure.operands.flatMap((operand, j) =>
            operand.rows === i ? [isOf(operand, shown.lists[j] ?? '[]', bind)] : [],
          );
          if (conditions.length === 0) continue;
          const answer = await client.query<{ id: number | null; n: number }>(
            `select r.id::bigint as id, count(*)::integer as n from (${statement.sql.text}
           ) r where ${conditions.join(' or ')} group by r.id order by r.id`,
            values,
          );
          for (const { id, n } of answer.rows) {
            rows += n;
            if (id !== null) ids.add(Number(id));
          }
          const { share } = figure;
          if (share?.rows !== i) continue;
          const rowsOf = `(${statement.sql.text}
             ) r where (${conditions.join(' or ')})`;
          if (share.kind === 'middle') {
            const between = await client.query<{ id: number | null }>(middleOf(share, rowsOf), values);
            for (const { id } of between.rows) if (id !== null) middle.add(Number(id));
          } else {
            const keys = figure.operands.find((operand) => operand.rows === i)?.keys.length ?? 0;
            const apart = await client.query<{ id: number; d: number }>(
              distancesOf(share, rowsOf, keys),
              values,
            );
            distances = Object.fromEntries(apart.rows.map(({ id, d }) => [id, d]));
          }
        }
        return { ids: [...ids].sort((a, b) => a - b), rows, middle: [...middle], distances };
      },
    ),
  );
  return { ...found, runAt: shown.runAt };
}

/** What is measured of a row: a value, or the ratio of two. */
function measuredBy({ measures }: Share): string {
  const [value, by] = measures.map((measure) => `r.m${measure}`);
  return by === undefined ? String(value) : `${value}::double precision / nullif(${by}::double precision, 0)`;
}

function middleOf(share: Share, rows: string): string {
  return `select id from (
      select id, row_number() over (order by x, id) as i, count(*) over () as n
      from (select r.id::bigint as id, ${measuredBy(share)} as x from ${rows}) v where x is not null
    ) o where i in ((n + 1) / 2, (n + 2) / 2) order by i`;
}

/** Each group has a median of its own. */
function distancesOf(share: Share, rows: string, keys: number): string {
  const key = `jsonb_build_array(${Array.from({ length: keys }, (_, i) => `r.k${i}`).join(', ')})`;
  return `with v as (select r.id::bigint as id, ${key} as k, ${measuredBy(share)} as x from ${rows}),
    m as (select k, percentile_cont(0.5) within group (order by x) as median from v group by k)
    select v.id, round(max(abs(v.x - m.median))::numeric, 9)::double precision as d
    from v join m on m.k = v.k where v.id is not null and v.x is not null group by v.id`;
}

/** Both sides are written by the database from values of the same type, and a missing one is equal to a missing one. */
function isOf(
  { keys, condition: c, measure }: Operand,
  list: string,
  bind: (value: unknown) => string,
): string {
  const key = `jsonb_build_array(${keys.map((_, i) => `r.k${i}`).join(', ')})`;
  const parts = [
    `${key} in (select value from jsonb_array_elements(${bind(list)}::jsonb))`,
    ...(c === null ? [] : [`r.c${c}`]),
    ...(measure === null ? [] : [`r.m${measure} is not null`]),
  ];
  return `(${parts.join(' and ')})`;
}

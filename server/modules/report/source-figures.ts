// The figures of one source of a page that identities ask for, of one run of its statement.
import type { Scope } from '#src/core/scope.ts';
import { type Caller, whoOf } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { type Columns, knownColumn, quoted } from '../../database/json-page.ts';
import { everywhere } from '../../database/transaction.ts';
import { visibleScreen } from '../../definitions/manifest.ts';
import { Problem } from '../../problem.ts';
import { inForce } from '../../reports/document/gather.ts';
import { openSource } from '../../reports/row-source.ts';
import type { Condition, Side } from './identities.ts';

export interface Asked {
  readonly district: string;
  readonly region: string | null;
  readonly year: number | undefined;
  readonly caller: Caller;
  readonly scope: Scope;
}

/** What a side comes to, or why it cannot be asked. */
export type Figure = number | Problem | null;

function screenAt(page: string, caller: Caller, context: Context) {
  const screen = visibleScreen(context.definitions.current(), page, caller)?.screen;
  if (!screen) throw new Problem('not-found', `There is no page "${page}", or you may not see it.`);
  return screen;
}

/** Whether its page is about a region: without one there is nothing to ask it of. */
export function isOfRegion({ page }: Side, caller: Caller, context: Context): boolean {
  const screen = visibleScreen(context.definitions.current(), page, caller)?.screen;
  return screen?.params.some(({ entity }) => entity === 'region') ?? false;
}

/** The region of the contract that a district lies in; none of several districts, nor of one outside. */
export async function regionOf(district: string, { database }: Context): Promise<string | null> {
  if (district === 'all') return null;
  const { rows } = await database.read(everywhere, { dataset: 'both' }, (client) =>
    client.query<{ region: string | null }>('select contract_region_of($1)::text as region', [district]),
  );
  return rows[0]?.region ?? null;
}

/** Where and for which year a page is asked, by the kind of its parameters. */
function placeOf(page: string, { district, region, year, caller }: Asked, context: Context) {
  const { params } = screenAt(page, caller, context);
  // A hub has its district beside the address, a report in it.
  const places = params.filter((param) => param.entity === 'district');
  const place = places.find((param) => param.in === 'route') ?? places[0];
  const area = params.find((param) => param.entity === 'region');
  const years = params.find((param) => param.format === 'baseYear');
  return {
    ...(place ? { [place.id]: district } : {}),
    ...(area ? { [area.id]: region } : {}),
    ...(years && year !== undefined ? { [years.id]: year } : {}),
  };
}

function conditionSql({ column, holds, values }: Condition, columns: Columns, bound: unknown[]): string {
  const text = `coalesce(${quoted(knownColumn(columns, column, '?identities').id)}::text, '')`;
  bound.push(values);
  const given = `$${bound.length}::text[]`;
  if (holds === 'is') return `${text} = any(${given})`;
  if (holds === 'is-not') return `${text} <> all(${given})`;
  return `exists (select from unnest(${given}) part where position(part in ${text}) > 0)`;
}

function figureSql({ figure, column, where }: Side, columns: Columns, bound: unknown[]): string {
  const name = () => quoted(knownColumn(columns, column, '?identities').id);
  // As numeric, because floating numbers add up to another sum in another order.
  const counted =
    figure === 'rows'
      ? 'count(*)'
      : figure === 'different'
        ? `count(distinct ${name()})`
        : `sum(${name()}::numeric)`;
  const kept = where.map((condition) => conditionSql(condition, columns, bound)).join(' and ');
  return `coalesce(${counted}${kept ? ` filter (where ${kept})` : ''}, 0)::float8`;
}

/** One statement for all of them, with the filters that the report has by itself. */
export async function figuresOf(
  sides: readonly Side[],
  asked: Asked,
  context: Context,
): Promise<readonly Figure[]> {
  const [first] = sides;
  if (!first) return [];
  const { page, source, given } = first;
  const { caller, scope } = asked;
  const screen = screenAt(page, caller, context);
  const params = inForce(screen, { ...placeOf(page, asked, context), ...given }, scope);
  const rows = await openSource({ screen: page, source, params }, caller, context);
  const bound = [...rows.values];
  const told = sides.map((side) => {
    try {
      return figureSql(side, rows.columns, bound);
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  });
  const terms = told.filter((term) => typeof term === 'string');
  if (terms.length === 0) return told.filter((term) => typeof term !== 'string');
  const [answer] = await context.database.read(
    whoOf(caller),
    { dataset: rows.dataset, timeoutMs: 30_000, replica: true },
    async (client) =>
      (
        await client.query<{ figures: readonly number[] }>(
          `select array[${terms.join(', ')}] as figures from (${rows.text}\n) q`,
          bound,
        )
      ).rows,
  );
  let next = 0;
  return told.map((term) => (typeof term === 'string' ? (answer?.figures[next++] ?? null) : term));
}

import { type Caller, whoOf } from '../access/caller.ts';
import type { Database } from '../database/open-database.ts';
import { everywhere } from '../database/transaction.ts';
import { originOf } from '../database/waited-for.ts';

export type Dataset = 'real' | 'synthetic' | 'both';
export type Kind = Exclude<Dataset, 'both'>;

const rememberedMs = 5_000;

interface Kinds {
  /** What somebody works with who has not chosen. */
  readonly standard: Kind;
  /** What there is any of. */
  readonly kinds: readonly Kind[];
}

/** What a person is told of the data behind their pages. */
export interface DataThere extends Kinds {
  /** Years in which sales of theirs were contracted, the newest first. */
  readonly years: { readonly [kind in Kind]: readonly number[] };
}

const remembered = new WeakMap<Database, { readonly at: number; readonly kinds: Kinds }>();
const rememberedYears = new WeakMap<
  Database,
  Map<string, { readonly at: number; readonly there: DataThere }>
>();
const mostRemembered = 200;

function isFresh(last: { readonly at: number } | undefined, at: number): boolean {
  return last !== undefined && at >= last.at && at - last.at < rememberedMs;
}

/** The standard is what the database began with: an import changes under nobody's eyes what all pages show. */
async function kindsOf(database: Database, now: Date): Promise<Kinds> {
  const at = now.getTime();
  const last = remembered.get(originOf(database));
  if (last && isFresh(last, at)) return last.kinds;
  const { rows } = await database.read(everywhere, {}, (client) =>
    client.query<{ real: boolean; synthetic: boolean; first: boolean | null }>(
      `select exists (select from sale where not synthetic) as real,
              exists (select from property where synthetic) or exists (select from sale where synthetic) as synthetic,
              (select synthetic from sale order by id limit 1) as first`,
    ),
  );
  const { real = false, synthetic = false, first = null } = rows[0] ?? {};
  const kinds: Kinds = {
    standard: (first ?? synthetic) ? 'synthetic' : 'real',
    kinds: [...(real ? (['real'] as const) : []), ...(synthetic ? (['synthetic'] as const) : [])],
  };
  remembered.set(originOf(database), { at, kinds });
  return kinds;
}

/** The data set of a report nobody chose one for. */
export async function defaultDataset(database: Database, now: Date): Promise<Kind> {
  return (await kindsOf(database, now)).standard;
}

const firstYear = 1980;

/**
 * A look into the index for each year, of somebody's own districts for each of these. As a condition (`exists`) all sales
 * would be read, and held against each year.
 */
const yearsWithSales = {
  ofAll: `
    select y::integer as year from generate_series($1::integer, $2::integer) y
    cross join lateral (select from sale
      where contract_date >= make_date(y, 1, 1) and contract_date < make_date(y + 1, 1, 1)
      order by contract_date limit 1) s
    order by y desc`,
  ofDistricts: `
    select distinct y::integer as year from generate_series($1::integer, $2::integer) y
    cross join unnest($3::text[]) d
    cross join lateral (select from sale
      where district_code = d and contract_date >= make_date(y, 1, 1) and contract_date < make_date(y + 1, 1, 1)
      order by contract_date limit 1) s
    order by year desc`,
};

export async function dataThere(caller: Caller, database: Database, now: Date): Promise<DataThere> {
  const at = now.getTime();
  const known = rememberedYears.get(originOf(database)) ?? new Map();
  rememberedYears.set(originOf(database), known);
  const key = JSON.stringify(caller.districts);
  const last = known.get(key);
  if (last && isFresh(last, at)) return last.there;
  const kinds = await kindsOf(database, now);
  const years: { [kind in Kind]: readonly number[] } = { real: [], synthetic: [] };
  const span = [firstYear, now.getUTCFullYear() + 1];
  for (const dataset of kinds.kinds) {
    const { rows } = await database.read(whoOf(caller), { dataset }, (client) =>
      caller.districts === '*'
        ? client.query<{ year: number }>(yearsWithSales.ofAll, span)
        : client.query<{ year: number }>(yearsWithSales.ofDistricts, [...span, [...caller.districts]]),
    );
    years[dataset] = rows.map(({ year }) => year);
  }
  const there = { ...kinds, years };
  if (known.size >= mostRemembered) known.clear();
  known.set(key, { at, there });
  return there;
}

const datasetOption = 'workspace.dataset';

/** The data set that a person chose to work with; null where they did not. */
export async function chosenDataset(caller: Caller, database: Database): Promise<Kind | null> {
  const { rows } = await database.write(whoOf(caller), (client) =>
    client.query<{ value: unknown }>(
      'select value from user_option where user_id = $1::bigint and name = $2::text',
      [caller.id, datasetOption],
    ),
  );
  const value = rows[0]?.value;
  return value === 'real' || value === 'synthetic' ? value : null;
}

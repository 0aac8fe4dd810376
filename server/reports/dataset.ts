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

/** What was asked of the database and when it was answered; null while it is under way. */
interface Remembered<T> {
  readonly answer: Promise<T>;
  at: number | null;
}

const rememberedKinds = new WeakMap<Database, Map<string, Remembered<Kinds>>>();
const rememberedYears = new WeakMap<Database, Map<string, Remembered<DataThere>>>();
const mostRemembered = 200;

/** What is known, or asked once for all who want it meanwhile: at the size of the state many at once would wait for one another. */
function once<T>(
  all: WeakMap<Database, Map<string, Remembered<T>>>,
  database: Database,
  key: string,
  now: number,
  ask: () => Promise<T>,
): Promise<T> {
  const known = all.get(originOf(database)) ?? new Map<string, Remembered<T>>();
  all.set(originOf(database), known);
  const last = known.get(key);
  if (last && (last.at === null || (now >= last.at && now - last.at < rememberedMs))) return last.answer;
  if (known.size >= mostRemembered) known.clear();
  const asked: Remembered<T> = { answer: ask(), at: null };
  known.set(key, asked);
  asked.answer.then(
    () => {
      asked.at = now;
    },
    () => {
      if (known.get(key) === asked) known.delete(key);
    },
  );
  return asked.answer;
}

/** The standard is what the database began with: an import changes under nobody's eyes what all pages show. */
function kindsOf(database: Database, now: Date): Promise<Kinds> {
  return once(rememberedKinds, database, '', now.getTime(), async () => {
    // Whoever asked first may go; the others wait for the answer.
    const { rows } = await originOf(database).read(everywhere, {}, (client) =>
      client.query<{ real: boolean; synthetic: boolean; first: boolean | null }>(
        `select exists (select from sale where not synthetic) as real,
                exists (select from property where synthetic) or exists (select from sale where synthetic) as synthetic,
                (select synthetic from sale order by id limit 1) as first`,
      ),
    );
    const { real = false, synthetic = false, first = null } = rows[0] ?? {};
    return {
      standard: (first ?? synthetic) ? 'synthetic' : 'real',
      kinds: [...(real ? (['real'] as const) : []), ...(synthetic ? (['synthetic'] as const) : [])],
    };
  });
}

/** The data set of a report nobody chose one for. */
export async function defaultDataset(database: Database, now: Date): Promise<Kind> {
  return (await kindsOf(database, now)).standard;
}

const firstYear = 1980;

/**
 * A look into the index for each year, of somebody's own districts for each of these. As a condition (`exists`) all sales
 * would be read, and held against each year. Made-up sales have an index of their own.
 */
function yearsWithSales(dataset: Kind, ofDistricts: boolean): string {
  return `
    select distinct y::integer as year from generate_series($1::integer, $2::integer) y
    ${ofDistricts ? 'cross join unnest($3::text[]) d' : ''}
    cross join lateral (select from sale
      where ${ofDistricts ? 'district_code = d and ' : ''}${dataset === 'synthetic' ? 'synthetic' : 'not synthetic'}
        and contract_date >= make_date(y, 1, 1) and contract_date < make_date(y + 1, 1, 1)
      order by contract_date limit 1) s
    order by year desc`;
}

export function dataThere(caller: Caller, database: Database, now: Date): Promise<DataThere> {
  const { districts } = caller;
  const own = districts === '*' ? [] : [[...districts]];
  return once(rememberedYears, database, JSON.stringify(districts), now.getTime(), async () => {
    const kinds = await kindsOf(database, now);
    const years: { [kind in Kind]: readonly number[] } = { real: [], synthetic: [] };
    const span = [firstYear, now.getUTCFullYear() + 1];
    for (const dataset of kinds.kinds) {
      const { rows } = await originOf(database).read(whoOf(caller), { dataset }, (client) =>
        client.query<{ year: number }>(yearsWithSales(dataset, districts !== '*'), [...span, ...own]),
      );
      years[dataset] = rows.map(({ year }) => year);
    }
    return { ...kinds, years };
  });
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

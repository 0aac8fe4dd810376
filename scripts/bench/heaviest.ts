// What the database works at while something is measured: the statement that takes the longest, and the table that is read
// through the most often.
import pg from 'pg';
import Cursor from 'pg-cursor';
import type { Database } from '#server/database/open-database.ts';

interface Spent {
  ms: number;
  calls: number;
}

type Asks = (this: object, ...given: unknown[]) => unknown;

function isAsks(value: unknown): value is Asks {
  return typeof value === 'function';
}

/** Puts a clock on a way of asking; the answer undoes it. */
function timed(
  of: object,
  name: string,
  textOf: (self: object, given: unknown) => string,
  spent: Map<string, Spent>,
) {
  const asks: unknown = Reflect.get(of, name);
  if (!isAsks(asks)) throw new Error(`There is no ${name} to be timed.`);
  const clocked: Asks = function (this: object, ...given) {
    const begun = performance.now();
    const answer = asks.apply(this, given);
    if (!(answer instanceof Promise)) return answer;
    const text = textOf(this, given[0]).replace(/\s+/g, ' ').trim();
    return answer.finally(() => {
      const sum = spent.get(text) ?? { ms: 0, calls: 0 };
      spent.set(text, { ms: sum.ms + performance.now() - begun, calls: sum.calls + 1 });
    });
  };
  Reflect.set(of, name, clocked);
  return () => Reflect.set(of, name, asks);
}

const textOf = (given: unknown) =>
  typeof given === 'object' && given !== null && 'text' in given ? String(given.text) : String(given);

/** Rows of large tables that were read through; a table that was read once as a whole counts 1. */
const readThrough = (database: Pick<Database, 'owner'>) =>
  database.owner(async (client) => {
    const { rows } = await client.query<{ name: string; times: number }>(
      `select relname::text as name, seq_tup_read::float8 / greatest(n_live_tup, 1) as times
       from pg_stat_user_tables where n_live_tup > 10000`,
    );
    return new Map(rows.map(({ name, times }) => [name, times]));
  });

export async function heaviest<Result>(
  database: Pick<Database, 'owner'>,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly said: string }> {
  const spent = new Map<string, Spent>();
  const before = await readThrough(database);
  const undo = [
    timed(pg.Client.prototype, 'query', (_, given) => textOf(given), spent),
    timed(Cursor.prototype, 'read', (self) => String(Reflect.get(self, 'text')), spent),
  ];
  try {
    const result = await work();
    // The statistics of a session are told when it has ended its transaction, and a second after.
    await new Promise((resume) => setTimeout(resume, 1_500));
    const after = await readThrough(database);
    const scans = [...after]
      .map(([name, times]) => ({ name, times: times - (before.get(name) ?? 0) }))
      .sort((one, other) => other.times - one.times);
    const [first] = [...spent].sort(([, one], [, other]) => other.ms - one.ms);
    const longest = first
      ? `${(first[1].ms / 1000).toFixed(1)} s in ${first[1].calls} of “${first[0].slice(0, 90)}”`
      : 'nothing asked';
    const [most] = scans;
    return {
      result,
      said: `${longest}; ${most && most.times >= 0.5 ? `${most.name} read through ${most.times.toFixed(1)} times` : 'no large table read through'}`,
    };
  } finally {
    for (const one of undo) one();
  }
}

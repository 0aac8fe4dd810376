// Limits that hold over all processes of the server; migration 180 has the arithmetic.
import { createHash } from 'node:crypto';
import type { Database } from '../database/open-database.ts';
import { Problem } from '../problem.ts';

/** What is counted and how often it may be done: `{ key: 'name otto', most: 20 }`. */
export interface Tried {
  readonly key: string;
  readonly most: number;
}

export interface RateLimit {
  /** Counts one try of each key and answers 0; where a key had its number, counts nothing and answers the seconds to wait. */
  readonly take: (tries: readonly Tried[], now: Date) => Promise<number>;
}

/** Tries that count only when they prove to be in vain; the wait after them grows from a minute to a quarter of an hour. */
export interface TryLimit extends RateLimit {
  /** These proved right and count no more; what is to be forgotten is forgotten with all tries before. */
  readonly right: (tries: readonly Tried[], forgotten: string, now: Date) => Promise<void>;
}

type Owner = Pick<Database, 'owner'>;

interface Refused {
  /** The key's hash in hexadecimal. */
  readonly refused: string;
  readonly again: string;
}

/** So long a process refuses by itself what the database has refused, so that a flood costs next to nothing. */
const rememberedMs = 2_000;

function limitOf(database: Owner, name: string, statement: string, more: readonly unknown[]) {
  const held = new Map<string, { readonly at: number; readonly again: number }>();
  const hash = (key: string) => createHash('sha256').update(`${name} ${key}`, 'utf8').digest();
  const remembered = (id: string, at: number): number => {
    const one = held.get(id);
    return one && at >= one.at && at < Math.min(one.again, one.at + rememberedMs) ? one.again : 0;
  };
  const take = async (tries: readonly Tried[], now: Date): Promise<number> => {
    const at = now.getTime();
    const keys = tries.map(({ key }) => hash(key));
    let again = Math.max(...keys.map((key) => remembered(key.toString('hex'), at)));
    if (again === 0) {
      const values = [keys, tries.map(({ most }) => most), now.toISOString(), ...more];
      const { rows } = await database.owner(
        (client) => client.query<Refused & Record<string, unknown>>(statement, values),
        { aside: true },
      );
      if (rows.length === 0) return 0;
      if (held.size > 10_000) held.clear();
      for (const row of rows) held.set(row.refused, { at, again: Date.parse(row.again) });
      again = Math.max(...rows.map((row) => Date.parse(row.again)));
    }
    return Math.max(1, Math.ceil((again - at) / 1_000));
  };
  return { hash, held, take };
}

/** So many within a window of `windowMs`, which begins with the first. */
export function createRateLimit(database: Owner, name: string, windowMs: number): RateLimit {
  const statement =
    "select encode(refused, 'hex') as refused, again from take_window($1::bytea[], $2::integer[], make_interval(secs => $4::float8), $3::timestamptz)";
  return { take: limitOf(database, name, statement, [windowMs / 1_000]).take };
}

export function createTryLimit(database: Owner, name: string): TryLimit {
  const statement =
    "select encode(refused, 'hex') as refused, again from take_try($1::bytea[], $2::integer[], $3::timestamptz)";
  const { hash, held, take } = limitOf(database, name, statement, []);
  return {
    take,
    right: async (tries, forgotten, now) => {
      const keys = tries.map(({ key }) => hash(key));
      for (const key of keys) held.delete(key.toString('hex'));
      await database.owner(async (client) => {
        await client.query('select give_try($1::bytea[], $2::timestamptz)', [keys, now.toISOString()]);
        await client.query('delete from limit_count where key = $1::bytea', [hash(forgotten)]);
      });
    },
  };
}

function waitText(seconds: number): string {
  if (seconds < 50) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

/** What there was too much of, as a sentence, and after how many seconds it may be repeated. */
export function tooMany(what: string, seconds: number): Problem {
  return new Problem('too-many-requests', `${what} Wait ${waitText(seconds)} and try again.`, {
    retryAfter: seconds,
  });
}

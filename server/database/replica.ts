// Reading on a streaming replica: the same transaction as on the primary, once the replica has what the reader must see.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { QueryResultRow } from 'pg';
import type { DatabaseClient } from './client.ts';
import { codeOf, DatabaseDownError, isDatabaseDown, NotReadyError } from './errors.ts';
import { askNeeded, type Needed } from './needed.ts';
import { createPool, type PoolOptions } from './pool.ts';
import { type ReadOptions, type Requests, read, type Who } from './transaction.ts';
import { currentWork } from './work.ts';

export interface Replica {
  /** What the work read there; null where the primary is to be asked. */
  readonly read: <Result>(
    who: Who,
    options: ReadOptions,
    work: (client: DatabaseClient) => Promise<Result>,
  ) => Promise<{ readonly result: Result } | null>;
  readonly close: () => Promise<void>;
}

/** Nothing that is older than this is answered by a replica. */
export const oldestMs = 5_000;
/** How long a page waits for the replica; whoever runs a report, which takes its time anyway, waits longer. */
const patienceMs = { page: 150, run: 2_000 };
const lookEveryMs = 10;
/** For so long nobody waits where somebody has just waited in vain. */
const impatientMs = 1_000;
/** For so long one that gave up what it had begun is not asked; twice as long each time where its disk refused, up to minutes. */
const restMs = 5_000;
const mostDoublings = 6;
/** A disk that refused so long ago is another matter by now. */
const forgetMs = 10 * 60_000;
/** How often one that does not answer is looked at; nobody waits for that. */
const probeEveryMs = 1_000;
/** So long one may take to tell of itself, where requests wait no longer for a connection. */
const tellingMs = 2_000;

/** It has not yet what the reader must see; `old`: nor what everybody may see. */
class BehindError extends NotReadyError {
  constructor(readonly old: boolean) {
    super('The replica is behind.');
  }
}

/** The replica broke off within rows that were handed on already: whoever has them begins anew. */
export class ReplicaLostError extends DatabaseDownError {}

/** Does once more what a replica broke off: the primary answers then. */
export function orAgain<Result>(work: () => Promise<Result>): Promise<Result> {
  return work().catch((error: unknown) => {
    if (error instanceof ReplicaLostError) return work();
    throw error;
  });
}

/**
 * The replica is at fault, or may be, not the statement. 40: cancelled for the sake of what is replayed. 55P03: locked by
 * that. 42: what a migration makes has not come yet. 0A, 25: not on a standby. 53, 58, XX: no room, a broken disk.
 */
function isOfReplica(error: unknown): boolean {
  return /^(40|55P03|42P01|42703|42883|0A000|25006|53|58|XX)/.test(codeOf(error) ?? '');
}

/** Its disk is full or broken: small answers may still come, so it is not away, and nobody but its owner can help it. */
function isOfDisk(error: unknown): boolean {
  return /^(53100|58030|XX001)$/.test(codeOf(error) ?? '');
}

interface State {
  readonly standby: boolean;
  readonly system: string;
  /** Has all that this person wrote. */
  readonly own: boolean;
  /** Has all that anybody wrote. */
  readonly whole: boolean;
  /** Has what anybody wrote until some seconds ago. */
  readonly recent: boolean;
}

const identity = '(select system_identifier::text from pg_control_system()) as system';

async function stateOf(
  client: pg.ClientBase,
  userId: number,
  needed: Needed,
  query_timeout: number,
): Promise<State> {
  const config: pg.QueryConfig & { readonly query_timeout: number } = {
    text: `select pg_is_in_recovery() as standby, ${identity},
      coalesce((select times from user_written where user_id = $1::bigint), 0) >= $2::bigint as own,
      coalesce(pg_last_wal_replay_lsn() >= $3::pg_lsn, false) as whole,
      coalesce(pg_last_xact_replay_timestamp() >= $4::timestamptz - make_interval(secs => $5::float8), false) as recent`,
    values: [userId, needed.written, needed.stands, needed.at, oldestMs / 1_000],
    query_timeout,
  };
  const { rows } = await client.query<State>(config);
  const state = rows[0];
  if (!state) throw new Error('it told nothing of itself');
  return state;
}

/** What stands in the way of ever reading there. */
function refusal({ standby, system }: Pick<State, 'standby' | 'system'>, ours: string): string | null {
  // One that was promoted goes its own way from then on.
  if (!standby) return 'it is no standby';
  return system === ours ? null : 'it is a replica of another database';
}

export async function openReplica(
  url: string,
  primary: pg.Pool,
  { max, log, waitMs = tellingMs, ...requests }: Omit<Requests, 'pool'> & PoolOptions,
): Promise<Replica> {
  const query_timeout = Math.max(waitMs, tellingMs);
  const { rows } = await primary.query<Pick<State, 'system'>>(`select ${identity}`);
  const ours = rows[0]?.system ?? '';
  // Of a replica that goes one line is enough, not one of each connection.
  const pool = createPool({ url }, { max, log: () => {}, waitMs });
  let away = false;
  let closed = false;
  let probe: NodeJS.Timeout | undefined;
  let restUntil = Number.NEGATIVE_INFINITY;
  let impatientUntil = Number.NEGATIVE_INFINITY;
  let refusedByDisk = 0;
  let told: 'away' | 'old' | 'disk' | null = null;
  const tell = (state: typeof told, line: string) => {
    if (told !== state) log(line);
    told = state;
  };
  const answers = () => tell(null, 'The replica answers again.');

  // One that starts again and again, as on a full disk, answers now and then and has nothing new: it is not back.
  const look = async () => {
    const needed = await askNeeded(primary, 0);
    if (needed === null) return false;
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      const state = await stateOf(client, 0, needed, query_timeout);
      return refusal(state, ours) === null && (state.whole || state.recent);
    } catch (error) {
      broken = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.release(broken);
    }
  };
  const lookLater = () => {
    probe = setTimeout(async () => {
      const there = await look().catch(() => false);
      if (closed) return;
      if (!there) return lookLater();
      away = false;
      answers();
    }, probeEveryMs);
    probe.unref();
  };
  const turnAway = (error: unknown) => {
    if (away || closed) return;
    away = true;
    const reason = error instanceof Error ? error.message : String(error);
    tell('away', `The replica does not answer (${reason}). The primary answers for it until it does.`);
    lookLater();
  };

  const restForDisk = (error: unknown) => {
    const now = performance.now();
    if (now > restUntil + forgetMs) refusedByDisk = 0;
    restUntil = now + restMs * 2 ** Math.min(refusedByDisk++, mostDoublings);
    const reason = error instanceof Error ? error.message : String(error);
    tell('disk', `The replica cannot write to its disk (${reason}). The primary answers for it meanwhile.`);
  };

  /** On a connection of the replica: returns once it has what is needed, or throws. */
  const readiness = (userId: number, needed: Needed, whole: boolean, signal: AbortSignal | undefined) => {
    const waitMs = performance.now() < impatientUntil ? 0 : whole ? patienceMs.run : patienceMs.page;
    const until = performance.now() + waitMs;
    return async (client: pg.ClientBase) => {
      for (;;) {
        const state = await stateOf(client, userId, needed, query_timeout);
        const why = refusal(state, ours);
        if (why !== null) throw new Error(why);
        if (state.own && (state.whole || (state.recent && !whole))) return;
        if (performance.now() >= until) throw new BehindError(!state.whole && !state.recent);
        await pause(lookEveryMs);
        signal?.throwIfAborted();
      }
    };
  };

  /** Nothing where the primary is asked instead; else throws. */
  const afterFailure = (error: unknown, { begun, handedOn }: Progress): null => {
    if (error instanceof BehindError) {
      impatientUntil = performance.now() + impatientMs;
      const seconds = oldestMs / 1_000;
      if (error.old)
        tell(
          'old',
          `The replica is more than ${seconds} s behind. The primary answers until it has caught up.`,
        );
      return null;
    }
    const gone = !begun || isDatabaseDown(error);
    if (!gone && !isOfReplica(error)) throw error;
    if (gone) turnAway(error);
    else if (isOfDisk(error)) restForDisk(error);
    if (!handedOn) return null;
    restUntil = Math.max(restUntil, performance.now() + restMs);
    throw new ReplicaLostError('The replica broke off within what it answered.', { cause: error });
  };

  return {
    read: async (who, options, work) => {
      if (away || closed || performance.now() < restUntil) return null;
      const whole = options.replica === 'whole';
      const current = currentWork();
      const known = current?.user === who.userId && !whole ? current.needed : null;
      // Where the primary does not answer this, it tells so by itself.
      const needed = known ?? (await askNeeded(primary, who.userId).catch(() => null));
      if (needed === null) return null;
      const progress: Progress = { begun: false, handedOn: false };
      const ready = readiness(who.userId, needed, whole, options.signal);
      try {
        const result = await read({ ...requests, pool, ready }, who, options, (client) => {
          progress.begun = true;
          return work(noticing(client, progress));
        });
        if (!away) answers();
        return { result };
      } catch (error) {
        if (options.signal?.aborted || error instanceof RangeError) throw error;
        return afterFailure(error, progress);
      }
    },
    close: async () => {
      closed = true;
      clearTimeout(probe);
      await pool.end();
    },
  };
}

interface Progress {
  begun: boolean;
  /** Rows were given to whoever reads before the end was known. */
  handedOn: boolean;
}

function noticing(client: DatabaseClient, progress: Progress): DatabaseClient {
  return {
    ...client,
    async *batches<Row extends QueryResultRow>(text: string, values: readonly unknown[], size: number) {
      for await (const rows of client.batches<Row>(text, values, size)) {
        progress.handedOn = true;
        yield rows;
      }
    },
    copyTo: (text) => {
      progress.handedOn = true;
      return client.copyTo(text);
    },
  };
}

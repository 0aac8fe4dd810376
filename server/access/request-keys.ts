// What was asked under a key is done once: whoever sends it again, a proxy or a browser, is answered as the first was.
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseDownError, OutcomeUnknownError } from '../database/errors.ts';
import type { Database } from '../database/open-database.ts';
import { Problem } from '../problem.ts';

type Owner = Pick<Database, 'owner'>;

/** A request as it names itself. */
export interface KeyedRequest {
  readonly userId: number;
  readonly key: string;
  /** Hash of what it asks: the same key with another one is a mistake of its sender. */
  readonly fingerprint: string;
}

export interface KeptAnswer {
  readonly status: number;
  /** JSON; null for none. */
  readonly text: string | null;
}

interface Known {
  readonly fingerprint: string;
  readonly status: number | null;
  readonly answer: string | null;
  /** The transaction that wrote this last. */
  readonly written: string;
  readonly [column: string]: unknown;
}

/** A request that has its key, or may have it: the transactions in which it took it, answered or not. */
interface Holder extends KeyedRequest {
  readonly takings: Set<string>;
}

/** Hours that a key is known. */
const keptHours = 24;
const longestAnswer = 256 * 1024;
const lookAgainMs = 100;
const patienceMs = 30_000;

const aside = { aside: true };

/** What is known of the key, or null where it is this request's. */
function take(database: Owner, { userId, key, fingerprint, takings }: Holder): Promise<Known | null> {
  return database.owner(async (client) => {
    // Whatever the request itself commits takes this with it to the disk; nothing waits for it alone.
    await client.script('set local synchronous_commit = off');
    const { rows: taken } = await client.query<{ written: string }>(
      `insert into request_key (user_id, key, fingerprint) values ($1::bigint, $2::text, $3::text)
       on conflict (user_id, key) do nothing returning xmin::text as written`,
      [userId, key, fingerprint],
    );
    if (taken[0]) {
      takings.add(taken[0].written);
      await client.query(
        'delete from request_key where begun_at < now() - make_interval(hours => $1::integer)',
        [keptHours],
      );
      return null;
    }
    const { rows } = await client.query<Known>(
      `select fingerprint, status, answer, xmin::text as written
       from request_key where user_id = $1::bigint and key = $2::text`,
      [userId, key],
    );
    const known = rows[0] ?? { fingerprint, status: null, answer: null, written: '' };
    return takings.has(known.written) ? null : known;
  }, aside);
}

/** Keeps the answer under the key, or gives the key back where there is none; one that a repeat took meanwhile is left to it. */
function end(database: Owner, { userId, key, takings }: Holder, answer: KeptAnswer | null): Promise<void> {
  const held = [userId, key, [...takings]];
  const mine = 'user_id = $1::bigint and key = $2::text and xmin::text = any ($3::text[])';
  return database.owner(async (client) => {
    await client.script('set local synchronous_commit = off');
    if (answer === null) await client.query(`delete from request_key where ${mine}`, held);
    else
      await client.query(`update request_key set status = $4::integer, answer = $5::text where ${mine}`, [
        ...held,
        answer.status,
        answer.text,
      ]);
  }, aside);
}

function isUnknown(error: unknown): boolean {
  return (
    error instanceof OutcomeUnknownError || (error instanceof Problem && error.code === 'outcome-unknown')
  );
}

/** So long an end is tried while the database is away; a repeat waits or is refused until then. */
const endEveryMs = 500;
const endTries = 120;

/** Ends what was done under the key, also where the database takes it only when it is there again. */
async function surelyEnd(database: Owner, holder: Holder, answer: KeptAnswer | null): Promise<void> {
  const ended = () =>
    end(database, holder, answer).then(
      () => true,
      () => false,
    );
  if (await ended()) return;
  void (async () => {
    for (let n = 0; n < endTries; n++) {
      await wait(endEveryMs, undefined, { ref: false });
      if (await ended()) return;
    }
  })();
}

/** Commits in a row that nobody answers before the database is told to be away. */
const mostLost = 3;

/** As `take`, again where nobody answered its commit: whether the key was taken shows then, and nothing was done under it. */
async function surelyTake(database: Owner, holder: Holder): Promise<Known | null> {
  let cause: unknown;
  for (let lost = 0; lost < mostLost; lost++)
    try {
      return await take(database, holder);
    } catch (error) {
      cause = error;
      if (!(error instanceof OutcomeUnknownError)) break;
    }
  if (holder.takings.size > 0) await surelyEnd(database, holder, null);
  if (!(cause instanceof OutcomeUnknownError)) throw cause;
  throw new DatabaseDownError('The database went away before the request was begun.', { cause });
}

/** The answer of the first request under the key; null where this is the first. Waits for one that is worked on. */
async function answerBefore(database: Owner, holder: Holder): Promise<KeptAnswer | null> {
  for (let waited = 0; ; waited += lookAgainMs) {
    const known = await surelyTake(database, holder);
    if (known === null) return null;
    if (known.fingerprint !== holder.fingerprint)
      throw new Problem('refused', 'Something else was sent under this Idempotency-Key. Send a new one.');
    if (known.status !== null) return { status: known.status, text: known.answer };
    // The process that took it may be gone, and nobody knows then how far it came: it is not done a second time.
    if (waited >= patienceMs) throw new Problem('repeat-unknown');
    await wait(lookAgainMs);
  }
}

/**
 * Does a request once. What it answered is answered to each repeat within a day; what it refused changed nothing, so a
 * repeat is a new try. `work` answers null as text where what it sends cannot be kept.
 */
export async function once(
  database: Owner,
  request: KeyedRequest,
  work: () => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  const holder: Holder = { ...request, takings: new Set() };
  const before = await answerBefore(database, holder);
  if (before) return before;
  let answer: KeptAnswer;
  try {
    answer = await work();
  } catch (error) {
    // Whether it was done nobody knows: its repeat is told so, and not done a second time.
    if (!isUnknown(error)) await surelyEnd(database, holder, null);
    throw error;
  }
  // The work is done whether or not this can be written: a repeat waits for it, or is told that its end is not known.
  const kept = (answer.text?.length ?? 0) <= longestAnswer;
  if (kept) await surelyEnd(database, holder, answer);
  return answer;
}

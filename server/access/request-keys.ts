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
  readonly [column: string]: unknown;
}

/** Hours that a key is known. */
const keptHours = 24;
const longestAnswer = 256 * 1024;
const lookAgainMs = 100;
const patienceMs = 30_000;

/** What is known of the key, or null after it was taken for this request. */
function take(database: Owner, { userId, key, fingerprint }: KeyedRequest): Promise<Known | null> {
  return database.owner(async (client) => {
    // Whatever the request itself commits takes this with it to the disk; nothing waits for it alone.
    await client.script('set local synchronous_commit = off');
    const { rowCount } = await client.query(
      `insert into request_key (user_id, key, fingerprint) values ($1::bigint, $2::text, $3::text)
       on conflict (user_id, key) do nothing`,
      [userId, key, fingerprint],
    );
    if (rowCount === 1) {
      await client.query(
        'delete from request_key where begun_at < now() - make_interval(hours => $1::integer)',
        [keptHours],
      );
      return null;
    }
    const { rows } = await client.query<Known>(
      'select fingerprint, status, answer from request_key where user_id = $1::bigint and key = $2::text',
      [userId, key],
    );
    return rows[0] ?? { fingerprint, status: null, answer: null };
  });
}

function end(database: Owner, { userId, key }: KeyedRequest, answer: KeptAnswer | null): Promise<void> {
  return database.owner(async (client) => {
    await client.script('set local synchronous_commit = off');
    if (answer === null)
      await client.query('delete from request_key where user_id = $1::bigint and key = $2::text', [
        userId,
        key,
      ]);
    else
      await client.query(
        'update request_key set status = $3::integer, answer = $4::text where user_id = $1::bigint and key = $2::text',
        [userId, key, answer.status, answer.text],
      );
  });
}

function isUnknown(error: unknown): boolean {
  return (
    error instanceof OutcomeUnknownError || (error instanceof Problem && error.code === 'outcome-unknown')
  );
}

/** So long a key is given back while the database is away; a repeat is refused until then. */
const releaseEveryMs = 500;
const releaseTries = 120;

/** Nothing was done under the key: a repeat is a new try, also where the database takes this back only when it is there again. */
async function release(database: Owner, request: KeyedRequest): Promise<void> {
  const given = () =>
    end(database, request, null).then(
      () => true,
      () => false,
    );
  if (await given()) return;
  void (async () => {
    for (let n = 0; n < releaseTries; n++) {
      await wait(releaseEveryMs, undefined, { ref: false });
      if (await given()) return;
    }
  })();
}

/** The answer of the first request under the key; null where this is the first. Waits for one that is worked on. */
async function answerBefore(database: Owner, request: KeyedRequest): Promise<KeptAnswer | null> {
  for (let waited = 0; ; waited += lookAgainMs) {
    const known = await take(database, request).catch((error: unknown) => {
      // Whether the key was taken is not known; that nothing was done under it is.
      if (!(error instanceof OutcomeUnknownError)) throw error;
      throw new DatabaseDownError('The database went away before the request was begun.', { cause: error });
    });
    if (known === null) return null;
    if (known.fingerprint !== request.fingerprint)
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
  const before = await answerBefore(database, request);
  if (before) return before;
  let answer: KeptAnswer;
  try {
    answer = await work();
  } catch (error) {
    // Whether it was done nobody knows: its repeat is told so, and not done a second time.
    if (!isUnknown(error)) await release(database, request);
    throw error;
  }
  // The work is done whether or not this can be written: a repeat is told that its end is not known.
  const kept = (answer.text?.length ?? 0) <= longestAnswer;
  if (kept) await end(database, request, answer).catch(() => undefined);
  return answer;
}

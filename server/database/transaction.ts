import type pg from 'pg';
import { BoundedClient, mostAnswerBytes } from './bounded-client.ts';
import { cancelOn } from './cancel.ts';
import { type DatabaseClient, type OwnerClient, type Told, wrapClient } from './client.ts';
import {
  asDatabaseError,
  DatabaseDownError,
  isDatabaseDown,
  isStandby,
  NotReadyError,
  OutcomeUnknownError,
} from './errors.ts';
import { countingWriter } from './needed.ts';
import {
  createObservation,
  kindOfValue,
  type Observation,
  type SlowStatement,
  type TransactionRole,
} from './observation.ts';
import { connect, sessionSettings, transactionSettings } from './pool.ts';
import type { RequestLimits } from './roles.ts';
import { currentWork, noteStatement } from './work.ts';

export type Dataset = 'real' | 'synthetic' | 'both';

export interface Who {
  readonly userId: number;
  /** Codes of the districts whose rows are seen; '*' for all. */
  readonly districts: readonly string[] | '*';
  /** Codes of the districts whose rows are written; none without them. Only what is seen is written. */
  readonly workDistricts?: readonly string[] | '*';
  /** Permissions that policies may ask for; none without them. */
  readonly perms?: Iterable<string>;
  /** The record whose files the transaction may read, or change too. */
  readonly item?: Item | null;
}

/** A record that somebody was found to see. */
export interface Item {
  /** Code of its item type. */
  readonly type: string;
  readonly id: number;
  /** They may change it, too. */
  readonly change: boolean;
}

/** Who writes says where: forgotten, nothing of a district would be written. */
export type Writer = Who & Required<Pick<Who, 'workDistricts'>>;

/** The server's own reading of what anybody who is signed in reads: the right of a request without rows of its own. */
export const itself: Writer = { userId: 0, districts: [], workDistricts: [] };

/** The same over the rows of every district, for what is true of the whole database. */
export const everywhere: Writer = { ...itself, districts: '*' };

export interface ReadOptions {
  /**
   * A replica may answer, where there is one: it has all that this person wrote, and of others what they wrote until some
   * seconds ago; `whole`: all that anybody wrote. What is decided by, or written beside, is read from the primary.
   */
  readonly replica?: boolean | 'whole';
  readonly dataset?: Dataset;
  readonly timeoutMs?: number;
  /** Keys of the series of parts that `kept_rows` may answer; they are on the primary alone. */
  readonly kept?: readonly string[];
  /** Aborted when nobody waits any more: what runs is cancelled, and the reading throws the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface WriteOptions {
  /** Whose rows are seen and written; of both without it. */
  readonly dataset?: Dataset;
  readonly timeoutMs?: number;
}

export interface OwnerOptions {
  /** Nothing is changed, which the database sees to: a commit that nobody answers leaves nothing open. */
  readonly readOnly?: boolean;
  /** No list and no report shows what is written. */
  readonly aside?: boolean;
}

/** The connections of requests, and what can be kept from them on this server. */
export interface Requests {
  readonly pool: pg.Pool;
  readonly limits: RequestLimits;
  readonly observation: Observation;
  /** Whether it is counted who writes, because a replica answers some of what is read. */
  readonly countsWriters?: boolean;
  /** Asked on the connection before the transaction begins, which a throw prevents. */
  readonly ready?: (client: pg.ClientBase) => Promise<void>;
}

/** How long one waits for another's lock: a report must not wait for a change of the tables, a save for a change of many. */
const lockMs = { cadastre_reader: 5_000, cadastre_writer: 25_000 } as const;
/** A transaction nobody goes on with, as when its reader is gone; a file that is fetched slowly is waited for for a minute. */
const idleMs = 90_000;
/** Of a whole transaction, however many statements it asks; a job that makes a file has half an hour. */
const wholeMs = 35 * 60_000;
/** On disk, for one connection. */
const temporaryFiles = '1GB';

const districtPattern = /^[0-9]{3}$/;
const seriesPattern = /^[0-9a-f]{64}$/;
const permissionPattern = /^[a-z]{4}[A-Z]$/;
const itemTypePattern = /^[A-Z]{2}$/;
const datasets: ReadonlySet<string> = new Set(['real', 'synthetic', 'both']);

// Settings are literals of the text, because `set local` binds no values; so each is checked here.
function settings(
  role: 'cadastre_reader' | 'cadastre_writer',
  who: Who,
  dataset: Dataset,
  timeoutMs: number,
  limits: RequestLimits,
  kept: readonly string[] = [],
): string {
  if (!Number.isSafeInteger(who.userId)) throw new RangeError(`User id ${who.userId} is not a whole number.`);
  if (!Number.isInteger(timeoutMs) || timeoutMs < 0)
    throw new RangeError(`Timeout ${timeoutMs} ms is not usable.`);
  if (!datasets.has(dataset))
    throw new RangeError(`Data set "${dataset}" is unknown. Use real, synthetic or both.`);
  return [
    transactionSettings,
    // Before the role, which may not change it.
    ...(limits.temporaryFiles ? [`set local temp_file_limit = '${temporaryFiles}'`] : []),
    `set local role ${role}`,
    `set local cadastre.districts = '${codesOf(who.districts)}'`,
    `set local cadastre.work_districts = '${codesOf(who.workDistricts ?? [])}'`,
    `set local cadastre.dataset = '${dataset}'`,
    `set local cadastre.user_id = '${who.userId}'`,
    `set local cadastre.perms = '${[...(who.perms ?? [])].map(checkedPermission).join(',')}'`,
    ...itemSettings(who.item ?? null),
    ...(kept.length === 0 ? [] : [`set local cadastre.kept = '${kept.map(checkedSeries).join(',')}'`]),
    `set local statement_timeout = ${timeoutMs}`,
    `set local lock_timeout = ${lockMs[role]}`,
    `set local idle_in_transaction_session_timeout = ${idleMs}`,
    ...(limits.transactionTime ? [`set local transaction_timeout = ${wholeMs}`] : []),
  ].join('; ');
}

function itemSettings(item: Item | null): readonly string[] {
  if (!item) return [];
  if (!itemTypePattern.test(item.type))
    throw new RangeError(`Item type "${item.type}" is not a code of two letters.`);
  if (!Number.isSafeInteger(item.id)) throw new RangeError(`Item id ${item.id} is not a whole number.`);
  const named = `'${item.type}/${item.id}'`;
  return [
    `set local cadastre.item = ${named}`,
    ...(item.change ? [`set local cadastre.changed_item = ${named}`] : []),
  ];
}

function codesOf(districts: readonly string[] | '*'): string {
  return districts === '*' ? '*' : districts.map(checkedDistrict).join(',');
}

function checkedDistrict(code: string): string {
  if (!districtPattern.test(code)) throw new RangeError(`District "${code}" is not a code of three digits.`);
  return code;
}

function checkedSeries(key: string): string {
  if (!seriesPattern.test(key)) throw new RangeError(`"${key}" is no key of a series.`);
  return key;
}

function checkedPermission(code: string): string {
  if (!permissionPattern.test(code))
    throw new RangeError(`Permission "${code}" is not a code of five letters.`);
  return code;
}

// What the server reads for itself, such as the records of a change of many.
const mostOwnerBytes = 4 * mostAnswerBytes;

/** How a transaction is begun, and what is told of it. */
interface Course {
  readonly role: TransactionRole;
  readonly readOnly: boolean;
  readonly begin: string;
  readonly cleaning: string;
  readonly signal?: AbortSignal | undefined;
  /** Whose writing it is; 0 for nobody's. */
  readonly writer: number;
  /** Asks one statement as the same caller, in a transaction of its own. */
  readonly again: (text: string, values: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
}

/** Before a statement whose plan alone is wanted. */
const explaining = 'explain (format json) ';

/** Notes every statement of a transaction with what it is done for; the slow ones are handed over once it has ended. */
function watched({ observation }: Pick<Requests, 'observation'>, { role, again }: Course) {
  const work = currentWork();
  const slow: SlowStatement[] = [];
  const told: Told = (text, values, { ms, rows, failed }) => {
    if (text.startsWith(explaining)) return;
    if (work) noteStatement(work, text, ms, rows);
    if (observation.slowMs === null || ms < observation.slowMs) return;
    const explain = async () => (await again(`${explaining}${text}`, values))[0]?.['QUERY PLAN'];
    slow.push({ text, parameters: values.map(kindOfValue), role, ms, rows, failed, work, explain });
  };
  const end = () => {
    for (const statement of slow) observation.slow(statement);
  };
  return { told, end };
}

/** Connections that may prove broken before one begins; a database that is away refuses the next one anyway. */
const mostBroken = 4;
/** A beginning that fails later than this was not that of a connection which had long been broken. */
const brokenWithinMs = 1_000;

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

// A connection that breaks between two statements tells it here only; the next statement fails by itself.
const ignore = () => {};

/** A connection on which the transaction has begun: nothing was asked before, so whatever proves broken is replaced. */
async function beginning(
  { pool, ready }: Pick<Requests, 'pool' | 'ready'>,
  { role, begin, signal }: Course,
): Promise<pg.PoolClient> {
  for (let broken = 0; ; broken++) {
    const client = await connect(pool);
    if (client instanceof BoundedClient)
      client.mostBytes = role === 'owner' ? mostOwnerBytes : mostAnswerBytes;
    client.on('error', ignore);
    const asked = performance.now();
    let asking = false;
    try {
      signal?.throwIfAborted();
      asking = true;
      await ready?.(client);
      await client.query(begin);
      return client;
    } catch (error) {
      client.off('error', ignore);
      client.release(asking && !(error instanceof NotReadyError) ? asError(error) : undefined);
      const worthwhile = broken < mostBroken && performance.now() - asked < brokenWithinMs;
      if (signal?.aborted || !isDatabaseDown(error) || !worthwhile) throw asDatabaseError(error);
    }
  }
}

async function inTransaction<Result>(
  requests: Omit<Requests, 'limits'>,
  course: Course,
  work: (client: OwnerClient) => Promise<Result>,
): Promise<Result> {
  const { role, readOnly, cleaning, signal } = course;
  const counting = requests.countsWriters && course.writer !== 0 ? countingWriter(course.writer) : '';
  const guarded = role !== 'owner';
  signal?.throwIfAborted();
  const asked = performance.now();
  const client = await beginning(requests, course);
  const started = performance.now();
  const watch = watched(requests, course);
  let ended: 'committed' | 'rolled back' = 'rolled back';
  const cancelling = cancelOn(signal, client);
  let broken: Error | undefined;
  let done: { readonly result: Result } | null = null;
  try {
    signal?.throwIfAborted();
    done = { result: await work(wrapClient(client, guarded, watch.told)) };
    if (counting !== '') readAnew();
    await client.query(`${counting}commit${cleaning}`);
    ended = 'committed';
    return done.result;
  } catch (error) {
    await cancelling.done();
    try {
      await client.query(`rollback${cleaning}`);
    } catch (failure) {
      broken = asError(failure);
    }
    if (signal?.aborted) throw signal.reason;
    if (done !== null && isDatabaseDown(error)) {
      // What was only read is read.
      if (readOnly) return done.result;
      throw new OutcomeUnknownError('The database went away while it committed.', { cause: error });
    }
    if (!readOnly && isStandby(error)) {
      broken = asError(error);
      throw new DatabaseDownError('The database takes no writes: another server is its primary by now.', {
        cause: error,
      });
    }
    throw asDatabaseError(error);
  } finally {
    await cancelling.done();
    client.off('error', ignore);
    client.release(broken);
    const ms = performance.now() - started;
    requests.observation.transaction({ role, ended, ms, waitedMs: started - asked });
    watch.end();
  }
}

/** What was known of what this person's readings need is not enough behind a writing. */
function readAnew(): void {
  const work = currentWork();
  if (work) work.needed = null;
}

/** Where reports can call functions that keep something, their connection goes back without it. */
function cleaningOf({ holds }: RequestLimits): string {
  return holds ? `; select pg_advisory_unlock_all(); reset all; ${sessionSettings}` : '';
}

/** A plan is asked for in its own time, which is short, and for nobody who could leave. */
const planMs = 5_000;

export function read<Result>(
  requests: Requests,
  who: Who,
  options: ReadOptions,
  work: (client: DatabaseClient) => Promise<Result>,
): Promise<Result> {
  const { limits } = requests;
  const { dataset = 'both', timeoutMs = 30_000, signal, kept = [] } = options;
  const mode = 'begin isolation level repeatable read read only';
  const course: Course = {
    role: 'reader',
    readOnly: true,
    writer: 0,
    begin: `${mode}; ${settings('cadastre_reader', who, dataset, timeoutMs, limits, kept)}`,
    cleaning: cleaningOf(limits),
    signal,
    again: (text, values) => read(requests, who, { dataset, timeoutMs: planMs, kept }, rowsOf(text, values)),
  };
  return inTransaction(requests, course, work);
}

export function write<Result>(
  requests: Requests,
  who: Writer,
  options: WriteOptions,
  work: (client: DatabaseClient) => Promise<Result>,
): Promise<Result> {
  const { limits } = requests;
  const { dataset = 'both', timeoutMs = 30_000 } = options;
  const course: Course = {
    role: 'writer',
    readOnly: false,
    writer: who.userId || (currentWork()?.user ?? 0),
    begin: `begin; ${settings('cadastre_writer', who, dataset, timeoutMs, limits)}`,
    cleaning: cleaningOf(limits),
    again: (text, values) => write(requests, who, { dataset, timeoutMs: planMs }, rowsOf(text, values)),
  };
  return inTransaction(requests, course, work);
}

type OwnerRequests = Pick<Requests, 'pool' | 'countsWriters'> & Partial<Pick<Requests, 'observation'>>;

/** As the owner, who sees and may do everything: sign-in, jobs, imports. */
export function owner<Result>(
  { pool, observation = createObservation(), countsWriters = false }: OwnerRequests,
  work: (client: OwnerClient) => Promise<Result>,
  options: OwnerOptions = {},
): Promise<Result> {
  const requests = { pool, observation, countsWriters };
  const { readOnly = false, aside = false } = options;
  const course: Course = {
    role: 'owner',
    readOnly,
    writer: readOnly || aside ? 0 : (currentWork()?.user ?? 0),
    begin: `begin${readOnly ? ' read only' : ''}; ${transactionSettings}`,
    cleaning: '',
    again: (text, values) => owner(requests, rowsOf(text, values), { readOnly: true }),
  };
  return inTransaction(requests, course, work);
}

function rowsOf(text: string, values: readonly unknown[]) {
  return async (client: DatabaseClient) => (await client.query(text, values)).rows;
}

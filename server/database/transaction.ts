import type pg from 'pg';
import { BoundedClient, mostAnswerBytes } from './bounded-client.ts';
import { cancelOn } from './cancel.ts';
import { type DatabaseClient, type OwnerClient, type Told, wrapClient } from './client.ts';
import { asDatabaseError } from './errors.ts';
import {
  createObservation,
  kindOfValue,
  type Observation,
  type SlowStatement,
  type TransactionRole,
} from './observation.ts';
import { connect, sessionSettings } from './pool.ts';
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
  readonly dataset?: Dataset;
  readonly timeoutMs?: number;
  /** Aborted when nobody waits any more: what runs is cancelled, and the reading throws the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface WriteOptions {
  /** Whose rows are seen and written; of both without it. */
  readonly dataset?: Dataset;
  readonly timeoutMs?: number;
}

/** The connections of requests, and what can be kept from them on this server. */
export interface Requests {
  readonly pool: pg.Pool;
  readonly limits: RequestLimits;
  readonly observation: Observation;
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
): string {
  if (!Number.isSafeInteger(who.userId)) throw new RangeError(`User id ${who.userId} is not a whole number.`);
  if (!Number.isInteger(timeoutMs) || timeoutMs < 0)
    throw new RangeError(`Timeout ${timeoutMs} ms is not usable.`);
  if (!datasets.has(dataset))
    throw new RangeError(`Data set "${dataset}" is unknown. Use real, synthetic or both.`);
  return [
    // Before the role, which may not change it.
    ...(limits.temporaryFiles ? [`set local temp_file_limit = '${temporaryFiles}'`] : []),
    `set local role ${role}`,
    `set local cadastre.districts = '${codesOf(who.districts)}'`,
    `set local cadastre.work_districts = '${codesOf(who.workDistricts ?? [])}'`,
    `set local cadastre.dataset = '${dataset}'`,
    `set local cadastre.user_id = '${who.userId}'`,
    `set local cadastre.perms = '${[...(who.perms ?? [])].map(checkedPermission).join(',')}'`,
    ...itemSettings(who.item ?? null),
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

function checkedPermission(code: string): string {
  if (!permissionPattern.test(code))
    throw new RangeError(`Permission "${code}" is not a code of five letters.`);
  return code;
}

// What the server reads for itself, such as the records of a change of many.
const mostOwnerBytes = 4 * mostAnswerBytes;

/** How a transaction is begun, and what is told of it. */
interface Begun {
  readonly role: TransactionRole;
  readonly begin: string;
  readonly cleaning: string;
  readonly signal?: AbortSignal | undefined;
  /** Asks one statement as the same caller, in a transaction of its own. */
  readonly again: (text: string, values: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
}

/** Before a statement whose plan alone is wanted. */
const explaining = 'explain (format json) ';

/** Notes every statement of a transaction with what it is done for; the slow ones are handed over once it has ended. */
function watched({ observation }: Pick<Requests, 'observation'>, { role, again }: Begun) {
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

async function inTransaction<Result>(
  requests: Pick<Requests, 'pool' | 'observation'>,
  begun: Begun,
  work: (client: OwnerClient) => Promise<Result>,
): Promise<Result> {
  const { role, begin, cleaning, signal } = begun;
  const guarded = role !== 'owner';
  signal?.throwIfAborted();
  const asked = performance.now();
  const client = await connect(requests.pool);
  const started = performance.now();
  const watch = watched(requests, begun);
  let ended: 'committed' | 'rolled back' = 'rolled back';
  if (client instanceof BoundedClient) client.mostBytes = guarded ? mostAnswerBytes : mostOwnerBytes;
  const cancelling = cancelOn(signal, client);
  // A connection that breaks between two statements tells it here only; the next statement fails by itself.
  const ignore = () => {};
  client.on('error', ignore);
  let broken: Error | undefined;
  try {
    signal?.throwIfAborted();
    await client.query(begin);
    const result = await work(wrapClient(client, guarded, watch.told));
    await client.query(`commit${cleaning}`);
    ended = 'committed';
    return result;
  } catch (error) {
    await cancelling.done();
    try {
      await client.query(`rollback${cleaning}`);
    } catch (failure) {
      broken = failure instanceof Error ? failure : new Error(String(failure));
    }
    if (signal?.aborted) throw signal.reason;
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
  const { dataset = 'both', timeoutMs = 30_000, signal } = options;
  const mode = 'begin isolation level repeatable read read only';
  const begun: Begun = {
    role: 'reader',
    begin: `${mode}; ${settings('cadastre_reader', who, dataset, timeoutMs, limits)}`,
    cleaning: cleaningOf(limits),
    signal,
    again: (text, values) => read(requests, who, { dataset, timeoutMs: planMs }, rowsOf(text, values)),
  };
  return inTransaction(requests, begun, work);
}

export function write<Result>(
  requests: Requests,
  who: Writer,
  options: WriteOptions,
  work: (client: DatabaseClient) => Promise<Result>,
): Promise<Result> {
  const { limits } = requests;
  const { dataset = 'both', timeoutMs = 30_000 } = options;
  const begun: Begun = {
    role: 'writer',
    begin: `begin; ${settings('cadastre_writer', who, dataset, timeoutMs, limits)}`,
    cleaning: cleaningOf(limits),
    again: (text, values) => write(requests, who, { dataset, timeoutMs: planMs }, rowsOf(text, values)),
  };
  return inTransaction(requests, begun, work);
}

/** As the owner, who sees and may do everything: sign-in, jobs, imports. */
export function owner<Result>(
  pool: pg.Pool,
  work: (client: OwnerClient) => Promise<Result>,
  observation: Observation = createObservation(),
): Promise<Result> {
  const begun: Begun = {
    role: 'owner',
    begin: 'begin',
    cleaning: '',
    again: (text, values) => owner(pool, rowsOf(text, values), observation),
  };
  return inTransaction({ pool, observation }, begun, work);
}

function rowsOf(text: string, values: readonly unknown[]) {
  return async (client: DatabaseClient) => (await client.query(text, values)).rows;
}

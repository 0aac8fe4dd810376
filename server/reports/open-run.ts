// One run for everything that a page asks of a report: its SQL runs once, what it answers is read as often as wanted.
import { createHash } from 'node:crypto';
import { type Caller, whoOf } from '../access/caller.ts';
import type { DatabaseClient } from '../database/client.ts';
import { codeOf } from '../database/errors.ts';
import { quoted } from '../database/json-page.ts';
import type { Database } from '../database/open-database.ts';
import { sweepParts } from '../database/part-store.ts';
import { orAgain } from '../database/replica.ts';
import {
  inRunOrder,
  keepRun,
  pourRows,
  type RunName,
  readKeptRun,
  sweepRuns,
  TooLargeToKeep,
} from '../database/run-store.ts';
import { originOf, waitedFor } from '../database/waited-for.ts';
import { Problem } from '../problem.ts';
import { keepOver, keepTogether } from './parts.ts';
import type { RowSource } from './rows.ts';
import type { ReportServer } from './served.ts';

/** Rows at a moment: of the run that is kept, or of the statement itself. */
export interface OpenRun {
  readonly source: RowSource;
  readonly runAt: string;
  /** True when the row limit has bitten already; null where the reader has to see. */
  readonly limited: boolean | null;
}

type Work<T> = (client: DatabaseClient, run: OpenRun) => Promise<T>;

const running = new Map<string, Running>();
const tooLarge = new Set<string>();
const mostTooLarge = 500;

const swept = new WeakMap<Database, { readonly at: number; runs: number }>();

/** Now and then, before another run takes room. */
async function sweepAtTimes({ database: asked, now }: ReportServer): Promise<void> {
  const database = originOf(asked);
  const at = now().getTime();
  const last = swept.get(database);
  if (last && at - last.at < 20_000 && at >= last.at && ++last.runs < 16) return;
  swept.set(database, { at, runs: 0 });
  await sweepParts(database, now());
  await sweepRuns(database, now());
}

function runKey(source: RowSource, caller: Caller): string {
  const districts = caller.districts === '*' ? '*' : [...caller.districts].sort();
  const parts = [source.text, source.run?.types, source.values, source.dataset, caller.id, districts];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** What is kept, as a source: the same columns, in the order in which the report gave them. */
function keptSource(source: RowSource, table: string): RowSource {
  const names = [...source.columns.keys()].map(quoted).join(', ');
  return {
    ...source,
    text: `select ${quoted(inRunOrder)}, ${names} from report_runs.${table}`,
    values: [],
    key: inRunOrder,
    rowLimit: null,
    report: false,
    ordered: false,
  };
}

async function readKept<T>(source: RowSource, name: RunName, context: ReportServer, work: Work<T>) {
  try {
    return await readKeptRun(context.database, name, (client, { table, runAt, limited }) =>
      work(client, { source: keptSource(source, table), runAt, limited }),
    );
  } catch (error) {
    // It was taken away between its finding and its reading.
    if (codeOf(error) === '42P01') return null;
    throw error;
  }
}

/** What is read of an opened source: it itself, or groups of its rows. */
function asAsked(source: RowSource, run: OpenRun): OpenRun {
  if (source.base === null) return run;
  const cap = run.source.rowLimit === null ? '' : ` limit ${run.source.rowLimit}`;
  const rows = `select * from (${run.source.text}
    ) a${cap}`;
  const limited = run.limited ?? false;
  return { ...run, limited, source: { ...source, text: source.base.over(rows), values: run.source.values } };
}

/** A run that is under way, and how many wait for it. */
interface Running {
  readonly ended: Promise<void>;
  readonly leave: () => void;
  waiting: number;
}

function beginRun(source: RowSource, name: RunName, caller: Caller, context: ReportServer): Running {
  // Its own signal, not that of who asked first: others may wait for it.
  const left = new AbortController();
  const database = waitedFor(context.database, left.signal);
  const who = whoOf(caller);
  const options = { dataset: source.dataset, timeoutMs: 30_000 };
  const ended = context.reportTurns
    .until(left.signal)
    .run(caller.id, async () => {
      await sweepAtTimes(context);
      // Kept for minutes, it has all that stood when it began.
      await orAgain(() =>
        source.parts
          ? keepTogether(database, name, source, source.parts, caller, context)
          : source.standing
            ? keepOver(database, name, source, source.standing, caller, context)
            : keepRun(database, name, source, (owner, table) =>
                pourRows(owner, table, source, (work) =>
                  database.read(who, { ...options, replica: 'whole' }, work),
                ),
              ),
      );
    })
    .finally(() => {
      if (running.get(name.key) === run) running.delete(name.key);
    });
  // Whoever has left hears of its end no more.
  ended.catch(() => {});
  const run: Running = {
    ended,
    waiting: 0,
    leave: () => {
      run.waiting -= 1;
      if (run.waiting > 0) return;
      // Who asks from now on does not wait for what is being stopped.
      running.delete(name.key);
      left.abort(new Problem('client-left'));
    },
  };
  running.set(name.key, run);
  return run;
}

/** The end of the work, or the signal's reason as soon as it is aborted. */
function waitFor(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** The same question, asked again while it runs, waits for the same run; it is stopped when nobody waits for it any more. */
async function runOnce(
  source: RowSource,
  name: RunName,
  caller: Caller,
  context: ReportServer,
): Promise<void> {
  const run = running.get(name.key) ?? beginRun(source, name, caller, context);
  run.waiting += 1;
  await waitFor(run.ended, context.signal).catch((error: unknown) => {
    if (context.signal?.aborted) run.leave();
    throw error;
  });
}

/** How a source is asked for. */
export interface Asked {
  readonly newerThan: Date | null;
  /** Also what lies beyond the row limit counts, as when a text is looked for. */
  readonly whole: boolean;
  /** Whether a list, or a report that no run is kept of, waits for its turn; a file has a turn of its own. */
  readonly turn: boolean;
  /** How long a reading may take that no run is kept of; 30 s where not given. */
  readonly timeoutMs?: number;
}

function readDirect<T>(
  source: RowSource,
  { turn, timeoutMs = 30_000 }: Asked,
  caller: Caller,
  context: ReportServer,
  work: Work<T>,
): Promise<T> {
  const runAt = context.now().toISOString();
  const read = () =>
    context.database.read(whoOf(caller), { dataset: source.dataset, timeoutMs, replica: true }, (client) =>
      work(client, { source, runAt, limited: null }),
    );
  if (!turn) return read();
  return (source.report ? context.reportTurns : context.listTurns).run(caller.id, read);
}

/**
 * Reads a source: a report by the run that is kept of it, which is made where there is none; a list of records, a report
 * whose columns no table can hold, and one that is too large as they stand.
 */
export async function readRun<T>(
  wanted: RowSource,
  asked: Asked,
  caller: Caller,
  context: ReportServer,
  read: Work<T>,
): Promise<T> {
  const source = wanted.base?.source ?? wanted;
  const work: Work<T> = (client, run) => read(client, asAsked(wanted, run));
  if (source.run === null) return readDirect(source, asked, caller, context, work);
  const { newerThan } = asked;
  const name: RunName = { key: runKey(source, caller), user: caller.id, now: context.now(), newerThan };
  if (tooLarge.has(name.key)) return readDirect(source, asked, caller, context, work);
  const limited: Work<T | null> = async (client, run) =>
    asked.whole && run.limited ? null : work(client, run);
  for (let attempt = 0; attempt < 2; attempt++) {
    const kept = await readKept(source, name, context, limited);
    if (attempt === 0) context.database.observation.cache('report_runs', kept !== null);
    if (kept?.value === null) break;
    if (kept) return kept.value;
    if (attempt > 0) break;
    try {
      await runOnce(source, name, caller, context);
    } catch (error) {
      // Columns too many or too wide for a table are no fault of the report.
      if (!(error instanceof TooLargeToKeep) && codeOf(error)?.startsWith('54') !== true) throw error;
      if (tooLarge.size >= mostTooLarge) tooLarge.clear();
      tooLarge.add(name.key);
      break;
    }
  }
  return readDirect(source, asked, caller, context, work);
}

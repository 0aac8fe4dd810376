import { setTimeout as pause } from 'node:timers/promises';
import { isUnwritable } from '#server/access/data-folder.ts';
import { databaseProblem } from '#server/database/database-problem.ts';
import { codeOf, isDatabaseDown, NewerSchemaError, wentAway } from '#server/database/errors.ts';
import type { Database } from '#server/database/open-database.ts';
import { continued, newWork, within } from '#server/database/work.ts';
import { Problem, problemOf } from '#server/problem.ts';
import type { EndedJob } from './ended-job.ts';
import type { JobEnd, JobKind, JobRow, StartJob } from './job-kind.ts';
import { beatJob, finishJob, requeueJob } from './job-store.ts';

export const INTERRUPTED =
  'Interrupted: the process that ran this ended. What was finished is kept whole; repeat it for the rest.';

function failedText(id: number): string {
  return `Something went wrong on the server. Repeat it, and tell an administrator of job ${id} if it happens again.`;
}

/** What a handler that was asked to stop may throw; `problem` tells why, where nobody asked to cancel. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped';
  constructor(readonly problem: string | null) {
    super(problem ?? 'Cancelled.');
  }
}

export interface Running {
  /** Asks the handler to stop. */
  stop(): void;
  /** Its end, where the database was away when it was to be written. */
  readonly ended: Promise<JobEnd | null>;
}

export interface RunParts {
  readonly database: Pick<Database, 'owner'>;
  readonly holder: string;
  readonly log: (line: string) => void;
  readonly ended?: ((job: EndedJob) => void) | undefined;
  /** Milliseconds between two signs of life. */
  readonly beatMs: number;
  readonly start: StartJob;
}

/** How often, a beat apart, the database is asked to take a job back: longer than another one needs to stand in for it. */
const mostTries = 60;

/** Runs a job that was taken: signs of life, its handler, its end. Never throws. */
export function runJob(parts: RunParts, kind: JobKind, job: JobRow): Running {
  const { database, holder, log } = parts;
  const told = { progress: 0, message: null as string | null };
  const stopper = new AbortController();
  const stop = (why: string | null) => stopper.abort(new JobStopped(why));
  const stopped = new JobStopped('The server was stopped.');
  const beat = async () => {
    const answer = await beatJob(database, job.id, holder, told);
    if (answer === 'cancel') stop(null);
    // Somebody took this process for dead: what it would still write is not wanted.
    if (answer === 'lost') stop('The job was given up for dead.');
  };
  // Who was told the reference of the request finds what its job asked; its own is for what nobody asked for.
  const reference = job.reference ?? `job-${job.id}`;
  const work = newWork(reference, continued(job.trace, reference), `job ${job.kind}`, job.created_by);
  const started = performance.now();
  const waitedMs = Math.max(0, Date.parse(job.started_at ?? '') - Date.parse(job.created_at)) || 0;
  const write = async (how: JobEnd) => {
    const { id } = job;
    const tookMs = performance.now() - started;
    if (await finishJob(database, job.id, holder, how, kind.onEnd)) {
      parts.ended?.({ id, kind: job.kind, state: how.state, waitedMs, tookMs, result: how.result, work });
      return;
    }
    log(`Job ${job.id} (${job.kind}) was given up for dead; its end (${how.state}) is not written.`);
  };
  const failed = (error: unknown): JobEnd => {
    // A refusal is an answer: it tells the rows and fields, and is no failure of the server.
    const refusal =
      error instanceof Problem ? error : codeOf(error) === 'CA423' ? databaseProblem(error) : null;
    if (refusal)
      return { state: 'failed', problem: refusal.message, result: { refusal: problemOf(refusal) } };
    log(`Job ${job.id} (${job.kind}) failed: ${error instanceof Error ? error.stack : String(error)}`);
    // What a library or the system says helps nobody who asked for the job, and may name paths.
    const known = isUnwritable(error) ? new Problem('no-room') : databaseProblem(error);
    return { state: 'failed', problem: known?.message ?? failedText(job.id) };
  };
  /** Put back for another try: where the database went away, as soon as it answers. */
  const handedOn = async (): Promise<boolean> => {
    for (let tries = 1; ; tries++)
      try {
        return await requeueJob(database, job.id, holder);
      } catch (error) {
        if (!isDatabaseDown(error) || stopper.signal.aborted || tries >= mostTries) return false;
        await pause(parts.beatMs);
      }
  };
  /** Null where it was handed on. */
  const handled = async (): Promise<JobEnd | null> => {
    // A database that is away for a moment costs a beat, not the job.
    const timer = setInterval(() => void beat().catch(() => undefined), parts.beatMs);
    try {
      if (kind.run === undefined) throw new Error(`Nothing here does jobs of kind "${job.kind}".`);
      const outcome = await kind.run(job, {
        report: (progress, message) => Object.assign(told, { progress, message }),
        signal: stopper.signal,
        start: parts.start,
      });
      return { state: outcome.cancelled ? 'cancelled' : 'done', result: outcome.result, problem: null };
    } catch (error) {
      const isOthers = error === stopped || error instanceof NewerSchemaError || wentAway(error);
      if (isOthers && kind.repeats && (await handedOn())) return null;
      return error instanceof JobStopped ? { state: 'cancelled', problem: error.problem } : failed(error);
    } finally {
      clearInterval(timer);
    }
  };
  const run = async (): Promise<JobEnd | null> => {
    const how = await handled();
    if (how === null) return null;
    try {
      await write(how);
      return null;
    } catch (error) {
      // An end that may be written is not written twice: the job runs no more.
      const instead = wentAway(error) ? how : failed(error);
      if (instead !== how)
        try {
          await write(instead);
          return null;
        } catch {
          // Told below, and tried again.
        }
      log(`The end of job ${job.id} (${job.kind}) cannot be written: ${String(error)}`);
      return instead;
    }
  };
  return { stop: () => stopper.abort(stopped), ended: within(work, run) };
}

import type { OwnerClient } from '#server/database/client.ts';
import type { Database } from '#server/database/open-database.ts';
import { isHolderDead, thisHolder } from './holder.ts';
import { beatJob, cancelJob, finishJob, insertJob, type JobRow, runningJobs, takeJob } from './job-store.ts';

export interface JobContext {
  /** Percent and a line for people; sent to the database a few times a second at most. */
  report(progress: number, message: string): void;
  /** True from the moment that somebody asked to cancel, or that the process is stopping. */
  isCancelled(): boolean;
}

export interface JobOutcome {
  readonly cancelled?: boolean;
  readonly result: unknown;
}

/** Does one kind of job. What it throws becomes the job's problem. */
export type JobHandler = (job: JobRow, context: JobContext) => Promise<JobOutcome>;

export interface JobRunner {
  /** `beside` writes what belongs to the job in the same transaction. */
  start(
    kind: string,
    payload: unknown,
    userId: number | null,
    beside?: (client: OwnerClient, jobId: number) => Promise<void>,
  ): Promise<number>;
  cancel(id: number): Promise<boolean>;
  /** Marks jobs failed whose process died; answers their ids. Run at every start. */
  recover(): Promise<readonly number[]>;
  /** Resolves when nothing is queued or running here. */
  idle(): Promise<void>;
  /** Asks the running job to stop, waits for it, takes no more. */
  close(): Promise<void>;
}

export interface RunnerOptions {
  readonly database: Pick<Database, 'owner'>;
  readonly handlers: Readonly<Record<string, JobHandler>>;
  readonly log: (line: string) => void;
  /** Told of a job that failed here, after its row says so. */
  readonly onFailed?: (jobId: number, problem: string) => Promise<void>;
  /** Milliseconds between two signs of life. */
  readonly beatMs?: number;
}

export const INTERRUPTED =
  'Interrupted: the process that ran this ended. What was finished is kept whole; repeat it for the rest.';

/** Runs the jobs of the table one after another in this process. */
export function createJobRunner(options: RunnerOptions): JobRunner {
  const { database, handlers, log } = options;
  let working: Promise<void> | null = null;
  let closing = false;

  const work = async () => {
    while (!closing) {
      const job = await takeJob(database, Object.keys(handlers), thisHolder());
      if (job === null) return;
      await runJob(job);
    }
  };

  const runJob = async (job: JobRow) => {
    const state = { progress: 0, message: null as string | null, cancelled: false };
    const beat = async () => {
      state.cancelled = (await beatJob(database, job.id, state.progress, state.message)) || state.cancelled;
    };
    // A database that is away for a moment costs a beat, not the job.
    const timer = setInterval(() => void beat().catch(() => undefined), options.beatMs ?? 500);
    try {
      const handler = handlers[job.kind];
      if (handler === undefined) throw new Error(`No handler knows jobs of kind "${job.kind}".`);
      const outcome = await handler(job, {
        report: (progress, message) => {
          state.progress = progress;
          state.message = message;
        },
        isCancelled: () => closing || state.cancelled,
      });
      const ended = outcome.cancelled === true ? 'cancelled' : 'done';
      await finishJob(database, job.id, ended, outcome.result, null);
    } catch (error) {
      log(`Job ${job.id} (${job.kind}) failed: ${error instanceof Error ? error.stack : String(error)}`);
      const problem = error instanceof Error ? error.message : String(error);
      // When even this fails the row stays "running" and the next start marks it.
      await finishJob(database, job.id, 'failed', undefined, problem)
        .then(() => options.onFailed?.(job.id, problem))
        .catch(() => undefined);
    } finally {
      clearInterval(timer);
    }
  };

  const wake = () => {
    working ??= work()
      .catch((error: unknown) =>
        log(`Jobs cannot be taken: ${error instanceof Error ? error.message : String(error)}`),
      )
      .finally(() => {
        working = null;
      });
  };

  return {
    start: async (kind, payload, userId, beside) => {
      const id = await insertJob(database, kind, payload, userId, beside);
      // Between the last look and its end a worker takes nothing: wait for it, then look again.
      if (working === null) wake();
      else void working.then(wake);
      return id;
    },
    cancel: (id) => cancelJob(database, id),
    recover: async () => {
      const dead = (await runningJobs(database)).filter((job) => isHolderDead(job.locked_by, job.silent));
      for (const job of dead) await finishJob(database, job.id, 'failed', undefined, INTERRUPTED);
      wake();
      return dead.map((job) => job.id);
    },
    idle: async () => {
      while (working !== null) await working;
    },
    close: async () => {
      closing = true;
      while (working !== null) await working;
    },
  };
}

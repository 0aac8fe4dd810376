import { wentAway } from '#server/database/errors.ts';
import type { Database } from '#server/database/open-database.ts';
import { Problem } from '#server/problem.ts';
import type { EndedJob } from './ended-job.ts';
import { isHolderDead, thisHolder } from './holder.ts';
import type { JobEnd, JobKind, StartJob } from './job-kind.ts';
import { cancelJob, finishJob, insertJob, openJobs, openJobsOf, requeueJob, takeJob } from './job-store.ts';
import { INTERRUPTED, type Running, runJob } from './run-job.ts';

export interface JobRunner {
  readonly kinds: readonly JobKind[];
  readonly start: StartJob;
  cancel(id: number): Promise<boolean>;
  /** Ends the jobs of dead processes, takes what is queued by whomever; answers the ids of the dead. */
  look(): Promise<readonly number[]>;
  /** Looks every second or so from now on. */
  follow(): void;
  /** Resolves when nothing is running here and nothing is left that could be. */
  idle(): Promise<void>;
  /** Asks the running jobs to stop, waits for them, takes no more. */
  close(): Promise<void>;
}

export interface RunnerOptions {
  readonly database: Pick<Database, 'owner' | 'newerSchema'>;
  readonly kinds: readonly JobKind[];
  readonly log: (line: string) => void;
  /** Told of every job that ended in this process. */
  readonly ended?: (job: EndedJob) => void;
  /** Milliseconds between two signs of life. */
  readonly beatMs?: number;
  /** Milliseconds between two looks; up to half as much is added by chance, so that processes do not keep step. */
  readonly lookMs?: number;
  /** Who holds what is taken here: this process. */
  readonly holder?: string;
}

/** Runs the jobs of the table in this process, as many of a lane at once as the lane has places. */
export function createJobRunner(options: RunnerOptions): JobRunner {
  const { database, kinds, log } = options;
  const holder = options.holder ?? thisHolder();
  const mine = kinds.filter((kind) => kind.run !== undefined);
  const kindOf = (id: string) => kinds.find((kind) => kind.id === id);
  const running = new Map<number, Running>();
  /** Ends of jobs that wait for a database that was away. */
  const unwritten = new Map<number, { readonly kind: JobKind; readonly end: JobEnd }>();
  const parts = () => ({
    database,
    holder,
    log,
    ended: options.ended,
    beatMs: options.beatMs ?? 500,
    start,
  });
  let taking: Promise<void> | null = null;
  let again = false;
  let closing = false;
  let swept = false;
  let timer: NodeJS.Timeout | undefined;

  const takeAll = async () => {
    do {
      again = false;
      while (!closing) {
        // Long work is for whoever fits the tables.
        if (await database.newerSchema()) break;
        const job = await takeJob(database, mine, holder);
        const kind = job && kindOf(job.kind);
        if (!job || !kind) break;
        const run = runJob(parts(), kind, job);
        running.set(job.id, run);
        // What was taken while this process was asked to stop is handed back, not waited for.
        if (closing) run.stop();
        void run.ended.then((end) => {
          running.delete(job.id);
          if (end !== null) unwritten.set(job.id, { kind, end });
          wake();
        });
      }
    } while (again && !closing);
  };

  /** Takes what there is; asked while it is being done, it is done once more, since its last look may lie before. */
  function wake(): void {
    if (closing) return;
    again = true;
    taking ??= takeAll()
      .catch((error: unknown) =>
        log(`Jobs cannot be taken: ${error instanceof Error ? error.message : String(error)}`),
      )
      .finally(() => {
        taking = null;
        // Between its last look and here somebody may have asked.
        if (again) wake();
      });
  }

  const start: StartJob = async (id, job) => {
    const kind = kindOf(id);
    if (kind === undefined) throw new Error(`No job is of kind "${id}".`);
    const { mostOpen } = kind;
    if (
      mostOpen !== undefined &&
      job.userId !== null &&
      (await openJobsOf(database, job.userId, id)) >= mostOpen
    )
      throw new Problem(
        'too-many-requests',
        `You have ${mostOpen} of these under way, which is the most. Wait for one, or cancel one.`,
      );
    const jobId = await insertJob(database, { ...job, kind });
    wake();
    return jobId;
  };

  const giveUp = async (open: Awaited<ReturnType<typeof openJobs>>) => {
    const dead = open.filter(
      (job) => job.state === 'running' && !running.has(job.id) && isHolderDead(job.locked_by, job.silent),
    );
    for (const { id, kind: name, locked_by } of dead) {
      const kind = kindOf(name);
      if (kind?.repeats && (await requeueJob(database, id, locked_by))) continue;
      await finishJob(database, id, locked_by, { state: 'failed', problem: INTERRUPTED }, kind?.onEnd);
    }
    for (const kind of mine)
      if (!swept || dead.some((job) => job.kind === kind.id))
        await kind.sweep?.().catch((error: unknown) => log(`What is left of ${kind.id}: ${String(error)}`));
    swept = true;
    return dead.map((job) => job.id);
  };

  const writeEnds = async () => {
    for (const [id, { kind, end }] of unwritten)
      try {
        // Where another has taken it for dead, it has ended.
        await finishJob(database, id, holder, end, kind.onEnd);
        unwritten.delete(id);
      } catch (error) {
        if (wentAway(error)) throw error;
        // It is silent from now on, and given up for that.
        unwritten.delete(id);
        log(`The end of job ${id} (${kind.id}) cannot be written: ${String(error)}`);
      }
  };

  const look = async () => {
    await writeEnds();
    const open = await openJobs(database);
    const dead = await giveUp(open);
    for (const kind of mine)
      await kind.due?.(start).catch((error: unknown) => log(`What is due of ${kind.id}: ${String(error)}`));
    if (dead.length > 0 || open.some((job) => job.state === 'queued')) wake();
    return dead;
  };

  const lookLater = () => {
    const ms = options.lookMs ?? 1_000;
    timer = setTimeout(
      () => {
        // A database that is away is told of by everything else; the next look finds it or not.
        void look()
          .catch(() => undefined)
          .finally(() => {
            if (!closing) lookLater();
          });
      },
      ms + (Math.random() * ms) / 2,
    );
    timer.unref();
  };

  const settled = async () => {
    while (taking !== null || running.size > 0) {
      await taking;
      await Promise.all([...running.values()].map((run) => run.ended));
    }
  };

  return {
    kinds,
    start,
    cancel: (id) => cancelJob(database, id, (kind) => kindOf(kind)?.onEnd),
    look,
    follow: lookLater,
    idle: settled,
    close: async () => {
      closing = true;
      clearTimeout(timer);
      for (const run of running.values()) run.stop();
      await settled();
    },
  };
}

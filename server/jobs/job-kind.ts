import type { OwnerClient } from '#server/database/client.ts';

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

export interface JobRow {
  readonly id: number;
  readonly kind: string;
  readonly state: JobState;
  /** Percent. */
  readonly progress: number;
  /** What it is doing; null once it has ended. */
  readonly message: string | null;
  readonly payload: unknown;
  readonly result: unknown;
  readonly problem: string | null;
  readonly attempts: number;
  readonly cancel_requested: boolean;
  /** The reference of the request that began it, and its trace; null where nobody asked. */
  readonly reference: string | null;
  readonly trace: string | null;
  readonly created_by: number | null;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly [column: string]: unknown;
}

/** Jobs of one lane wait for one another. */
export interface Lane {
  readonly id: string;
  /** How many of them run at once, over all processes of the database. */
  readonly most: number;
}

export interface JobContext {
  /** Percent and a line for people; sent to the database a few times a second at most. */
  report(progress: number, message: string): void;
  /**
   * Aborted from the moment that somebody asked to cancel, that the process is stopping, or that the job was given up
   * for dead. A handler that throws the signal's reason has stopped; one that answers has done what it answers.
   */
  readonly signal: AbortSignal;
  /** Queues another job, as the runner does. */
  readonly start: StartJob;
}

export interface NewJob {
  readonly kind: Pick<JobKind, 'id' | 'lane'>;
  readonly payload: unknown;
  readonly userId: number | null;
  /** Of one kind and key one job is open at a time. */
  readonly key?: string;
  /** Named by whoever asks: what one person asks twice under it is one job. */
  readonly requestId?: string;
  /** Writes what belongs to the job in the same transaction. */
  readonly also?: (client: OwnerClient, jobId: number) => Promise<void>;
}

/** Queues a job of a kind by its id; null while one of the same kind and key is queued or running. */
export type StartJob = (kind: string, job: Omit<NewJob, 'kind'>) => Promise<number | null>;

export interface JobOutcome {
  readonly cancelled?: boolean;
  readonly result: unknown;
}

/** How a job ended. */
export interface JobEnd {
  readonly state: 'done' | 'failed' | 'cancelled';
  readonly result?: unknown;
  readonly problem: string | null;
}

/** Does one kind of job. What it throws becomes the job's problem. */
export type JobHandler = (job: JobRow, context: JobContext) => Promise<JobOutcome>;

export interface JobKind {
  readonly id: string;
  readonly lane: Lane;
  /** How many of them one person may have queued or running; any number where not given. */
  readonly mostOpen?: number;
  /** Who may see and cancel what others began. */
  readonly permission: string;
  /** Whether a job whose process ended is begun anew, by whichever server comes first: nothing of it may be done twice by that. */
  readonly repeats?: true;
  /** Absent where only another process does it, as the shell its own import. */
  readonly run?: JobHandler;
  /** What else tells of the job's end; in the transaction that ends it. */
  readonly onEnd?: (client: OwnerClient, job: JobRow, end: JobEnd) => Promise<void>;
  /** Asked at every look: starts what nobody asks for, such as what the clock wants. */
  readonly due?: (start: StartJob) => Promise<void>;
  /** Clears what a dead process left outside of the database; at a start, and when a job of the kind was found dead. */
  readonly sweep?: () => Promise<void>;
}

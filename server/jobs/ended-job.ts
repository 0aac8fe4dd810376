import type { Work } from '../database/work.ts';
import type { JobState } from './job-kind.ts';

/** A job that has ended in this process. */
export interface EndedJob {
  readonly id: number;
  readonly kind: string;
  readonly state: JobState;
  readonly waitedMs: number;
  readonly tookMs: number;
  readonly result: unknown;
  readonly work: Work;
}

import type { Surroundings } from './formats/format.ts';
import type { Values } from './read.ts';

/** Records that a change refers to, as far as the caller sees them, by entity and number. */
export type Referred = ReadonlyMap<string, ReadonlyMap<number, Values>>;

/** What every change is judged by beside the record itself. */
export interface Ground extends Surroundings {
  /** The office's day, `yyyy-MM-dd`. */
  readonly today: string;
  readonly referred?: Referred;
}

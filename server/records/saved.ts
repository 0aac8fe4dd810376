import type { Caller } from '../access/caller.ts';
import type { Values } from './read.ts';

/** A record before a save of a person, and after it. */
export interface Saved {
  readonly before: Values;
  readonly after: Values;
}

/** What follows, by the id of the entity, once saved records are kept. */
export type AfterSave = ReadonlyMap<string, (saved: readonly Saved[], caller: Caller) => void>;

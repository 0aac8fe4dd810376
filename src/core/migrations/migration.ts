import type { JsonObject } from '../values.ts';

/** Turns a definition of one format into the next. Pure, and total: what it does not know it leaves as it is. */
export interface Migration {
  /** The format it makes. */
  readonly to: number;
  readonly migrate: (definition: JsonObject) => {
    readonly definition: JsonObject;
    /** What was changed, a line each, for whoever saves the file anew. */
    readonly changes: readonly string[];
  };
}

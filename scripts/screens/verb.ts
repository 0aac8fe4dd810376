/** What a verb is given; tests hand in their own. */
export interface Io {
  readonly root: string;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

/** One verb of `npm run screens -- VERB …`. */
export interface Verb {
  readonly name: string;
  /** Behind the verb: `report NAME`. */
  readonly usage: string;
  readonly summary: string;
  /** Lines of help beyond the summary. */
  readonly details?: readonly string[];
  /** The exit code: 0 done, 1 something was found, 2 the words were wrong. */
  readonly run: (args: readonly string[], io: Io) => Promise<number>;
}

/** Words that a verb does not understand: told with its usage. */
export class UsageError extends Error {}

import type { Letters } from './decode-text.ts';

/** The lines of a file, ready for the SQL of its kind. */
export interface TableRows {
  /** A JSON list; each line with its number as `line` and a value for each column. */
  readonly json: string;
  readonly count: number;
  /** Named in the header, where there is one. */
  readonly district: string | null;
  /** What the file was read as. */
  readonly letters: Letters;
}

// What a run of several clients leaves behind: every request with its answer, and what the database holds at the end.
import type { YearEvidence } from './year-promises.ts';

export interface Room {
  readonly id: number;
  readonly name: string;
  readonly size: number;
}

/** A row as it is asked for: its number, the version that was read, if any, the fields that change. */
export interface AskedRow {
  readonly id: number;
  readonly version?: number;
  readonly __forceUpdate__?: boolean;
  /** Of an undo: the version that the change made which it takes back. */
  readonly undoes?: number;
  readonly [field: string]: unknown;
}

/** An inspection as it is answered. */
export interface Inspection {
  readonly id: number;
  readonly version: number;
  readonly district_code: string;
  readonly sale_id: number;
  readonly label: string;
  readonly number: string;
  readonly state: string;
  readonly kind: string | null;
  readonly part: string | null;
  readonly price: number | null;
  readonly rate: number | null;
  readonly cost: number | null;
  readonly rooms: readonly Room[];
}

/** One request that may write, and what was answered. */
export interface Request {
  readonly kind: 'create' | 'save' | 'many' | 'move' | 'delete' | 'bulk' | 'undo';
  readonly user: number;
  /** The rows it names; of a creation the one new row, its number 0. */
  readonly rows: readonly AskedRow[];
  readonly move?: string;
  readonly dryRun?: boolean;
  /** Why it must be refused, whatever others do meanwhile. */
  readonly wrong?: string;
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
  readonly answer: any;
}

export interface AuditLine {
  readonly row_id: number;
  readonly user_id: number;
  readonly action: 'insert' | 'update' | 'delete';
  readonly from_version: number | null;
  readonly forced: boolean;
  readonly fields: { readonly [field: string]: { readonly old: unknown; readonly new: unknown } };
}

export interface Evidence {
  readonly requests: readonly Request[];
  /** The records at the end, as an administrator reads them. */
  readonly records: readonly Inspection[];
  /** The table of the rows inside. */
  readonly rooms: readonly (Room & { readonly inspection_id: number; readonly posn: number })[];
  /** The history of all records, in the order in which it was written. */
  readonly audit: readonly AuditLine[];
  /** How many were told of a move that tells somebody. */
  readonly told: number;
  /** What was done to the year of values, and what stands of it. */
  readonly year: YearEvidence;
}

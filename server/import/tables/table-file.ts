import type { TableRows } from './table-rows.ts';

/** A file that was read, with where it came from. */
export interface TableFile {
  readonly data: {
    readonly name: string;
    readonly source: string;
    readonly sha: string;
    readonly size: number;
  };
  readonly form: string;
  readonly rows: TableRows;
}

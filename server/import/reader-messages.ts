import type { MessagePort } from 'node:worker_threads';
import type { PlannedFile, UploadSource } from './plan-import.ts';
import type { ReadFile } from './read-file.ts';
import type { RefusalCode } from './refusal.ts';
import type { TableKind } from './tables/table-kind.ts';
import type { TableRows } from './tables/table-rows.ts';
import type { WrongOthers } from './wrong-file.ts';

/** What asks the reader thread to read uploads; all else of this reading goes through the port. */
export interface ReadRequest {
  readonly port: MessagePort;
  readonly uploads: readonly UploadSource[];
  /** Kinds of file beside the sales. */
  readonly kinds: readonly TableKind[];
  /** What is said of files that no import reads; null where nobody knows the pages that take them. */
  readonly wrong: WrongOthers | null;
}

export interface ToldRefusal {
  readonly code: RefusalCode;
  readonly line: number;
  readonly reason: string;
  readonly file: string;
}

export type Pass = 'sales' | 'tables';

/** To the reader thread. */
export type ReaderCommand =
  | {
      readonly type: 'read';
      /** Files of sales go to the database many at once, those of other kinds one by one. */
      readonly what: Pass;
      /** Checksums of files that need not be read: their records are in force. */
      readonly known: readonly string[];
      readonly districts: readonly string[];
      /** Those that whoever imports works in. */
      readonly workDistricts: readonly string[] | '*';
      readonly keepOwnerNames: boolean;
    }
  /** So many bytes of files that were sent are dealt with. */
  | { readonly type: 'took'; readonly bytes: number }
  | { readonly type: 'stop' };

export type ReadResult =
  | { readonly state: 'read'; readonly file: ReadFile }
  | {
      readonly state: 'table';
      readonly data: ReadFile['data'];
      readonly kind: string;
      readonly form: string;
      readonly rows: TableRows;
    }
  | { readonly state: 'known'; readonly data: ReadFile['data'] }
  /** A file of one district, in which whoever imports does not work. */
  | { readonly state: 'foreign'; readonly data: ReadFile['data']; readonly district: string }
  | {
      readonly state: 'refused';
      readonly data: ReadFile['data'];
      readonly refusal: ToldRefusal;
      /** What it looked like, where it is none of sales. */
      readonly kind: string | null;
    };

/** From the reader thread. */
export type ReaderAnswer =
  | {
      readonly type: 'planned';
      readonly uploads: readonly {
        readonly files: readonly PlannedFile[];
        readonly refusal: ToldRefusal | null;
      }[];
    }
  | { readonly type: 'file'; readonly result: ReadResult }
  | { readonly type: 'end'; readonly what: Pass }
  | { readonly type: 'failed'; readonly problem: string };

import type { MessagePort } from 'node:worker_threads';
import type { UploadSource } from './plan-import.ts';
import type { ReadFile } from './read-file.ts';
import type { RefusalCode } from './refusal.ts';

/** What asks the reader thread to read uploads; all else of this reading goes through the port. */
export interface ReadRequest {
  readonly port: MessagePort;
  readonly uploads: readonly UploadSource[];
}

export interface ToldRefusal {
  readonly code: RefusalCode;
  readonly line: number;
  readonly reason: string;
  readonly file: string;
}

/** To the reader thread. */
export type ReaderCommand =
  | {
      readonly type: 'read';
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
  | { readonly state: 'known'; readonly data: ReadFile['data'] }
  /** A file of one district, in which whoever imports does not work. */
  | { readonly state: 'foreign'; readonly data: ReadFile['data']; readonly district: string }
  | { readonly state: 'refused'; readonly data: ReadFile['data']; readonly refusal: ToldRefusal };

/** From the reader thread. */
export type ReaderAnswer =
  | {
      readonly type: 'planned';
      readonly uploads: readonly {
        readonly files: readonly { readonly sha: string; readonly size: number }[];
        readonly refusal: ToldRefusal | null;
      }[];
    }
  | { readonly type: 'file'; readonly result: ReadResult }
  | { readonly type: 'end' }
  | { readonly type: 'failed'; readonly problem: string };

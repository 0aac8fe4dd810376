import type { ValueType } from '#src/core/values.ts';
import type { AboutLine } from './about-lines.ts';

export interface FileColumn {
  readonly id: string;
  readonly title: string;
  readonly type: ValueType;
}

/** Turns rows into the bytes of a file, a batch at a time. */
export interface FileWriter {
  readonly contentType: string;
  readonly head: () => Uint8Array;
  readonly rows: (rows: readonly { readonly [column: string]: unknown }[]) => Uint8Array;
  /** `also` is said beside what was known of the rows before they were written, where the format can say anything. */
  readonly end: (also?: readonly AboutLine[]) => Uint8Array;
}

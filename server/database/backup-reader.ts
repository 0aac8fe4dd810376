// The bytes of a backup, a line or a table's rows at a time, whatever its size.
import { createReadStream, statSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { DatabaseSetupError } from './errors.ts';

export interface BackupReader {
  line(): Promise<string | null>;
  /** Hands on lines in large pieces, about `most` bytes of them. Answers whether that was all of them up to `\.`. */
  rows(take: (chunk: Buffer) => Promise<void>, most: number): Promise<boolean>;
  /** How much of the file is read, 0 to 1. */
  share(): number;
  close(): void;
}

const newline = 10;

export function readBackup(file: string): BackupReader {
  const { size } = statSync(file);
  const source = createReadStream(file);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  const chunks = gunzip[Symbol.asyncIterator]();
  let buffer: Buffer = Buffer.alloc(0);
  const more = async () => {
    const next = await chunks.next();
    if (next.done === true || !Buffer.isBuffer(next.value)) return false;
    buffer = buffer.length === 0 ? next.value : Buffer.concat([buffer, next.value]);
    return true;
  };
  return {
    line: async () => {
      for (;;) {
        const end = buffer.indexOf(newline);
        if (end >= 0) {
          const text = buffer.subarray(0, end).toString('utf8');
          buffer = buffer.subarray(end + 1);
          return text;
        }
        if (!(await more())) return null;
      }
    },
    rows: async (take, most) => {
      for (let taken = 0; taken < most; ) {
        const ending = endOf(buffer);
        if (ending !== null) {
          if (ending > 0) await take(buffer.subarray(0, ending));
          buffer = buffer.subarray(ending + 3);
          return true;
        }
        // Whole lines only, so that the ending is never cut in two.
        const last = buffer.lastIndexOf(newline);
        if (last >= 0) {
          await take(buffer.subarray(0, last + 1));
          buffer = buffer.subarray(last + 1);
          taken += last + 1;
        }
        if (!(await more())) throw new DatabaseSetupError(`${file} is damaged: it ends within a table.`);
      }
      return false;
    },
    share: () => source.bytesRead / Math.max(1, size),
    close: () => {
      source.destroy();
      gunzip.destroy();
    },
  };
}

/** Where the line `\.` begins, or null. Buffers handed over before ended with a whole line. */
function endOf(buffer: Buffer): number | null {
  const ending = Buffer.from('\\.\n');
  if (buffer.subarray(0, 3).equals(ending)) return 0;
  const found = buffer.indexOf('\n\\.\n');
  return found < 0 ? null : found + 1;
}

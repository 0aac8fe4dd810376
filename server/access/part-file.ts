// A file that somebody sends is whole or not there: it is written beside its name and takes it at the end.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface PartRules<Found> {
  /** Bytes at most; `tooLarge` is thrown for one more. */
  readonly most: number;
  readonly tooLarge: () => Error;
  /** Looks at the file before it takes its name; what it throws refuses the file. */
  readonly look: (part: string) => Promise<Found>;
}

const fresh = (path: string): Writable => createWriteStream(path, { mode: 0o600, flags: 'wx' });

/** Writes a stream to `path` and answers its bytes and what was found. What is too large, breaks off or is refused leaves nothing. */
export async function storeWhole<Found>(
  path: string,
  stream: Readable,
  { most, tooLarge, look }: PartRules<Found>,
  open: (path: string) => Writable = fresh,
): Promise<{ readonly size: number; readonly found: Found }> {
  const part = `${path}.part`;
  let size = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > most) throw tooLarge();
      yield chunk;
    }
  };
  const file = open(part);
  try {
    await pipeline(stream, counted, file);
    const found = await look(part);
    await rename(part, path);
    return { size, found };
  } catch (error) {
    // One that is given up before it is open is made all the same, a moment later.
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', () => resolve()));
    await rm(part, { force: true });
    throw error;
  }
}

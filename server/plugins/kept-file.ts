import { createReadStream, type ReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface ByteRange {
  readonly start: number;
  /** The last byte, included. */
  readonly end: number;
}

/** What `Range` asks of so many bytes: null for all of them (none asked, several, or not understood), 'none' where nothing of it is there. */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const count = Number(last);
    return count === 0 || size === 0 ? 'none' : { start: Math.max(0, size - count), end: size - 1 };
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'none' : { start, end };
}

async function opened(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Sends a file that stays as it is: with a tag, and from any byte on, so that a download that was cut goes on where it
 * was. Answers null where the file is gone; `reply` has its headers already.
 */
export async function sendKept(
  path: string,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<ReadStream | FastifyReply | null> {
  const file = await opened(path);
  if (!file) return null;
  const { size, mtimeMs } = await file.stat();
  const tag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
  reply.header('etag', tag).header('accept-ranges', 'bytes');
  // Another file than the one that was begun is sent whole.
  const sameFile = headers['if-range'] === undefined || headers['if-range'] === tag;
  const range = sameFile ? rangeOf(headers.range, size) : null;
  if (range === 'none') {
    await file.close();
    return reply
      .code(416)
      .header('content-range', `bytes */${size}`)
      .removeHeader('content-disposition')
      .send();
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.header('content-length', String(end - start + 1));
  return createReadStream('', { fd: file, ...(size === 0 ? {} : { start, end }) });
}

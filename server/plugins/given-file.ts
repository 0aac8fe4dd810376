// A file that a request sends as its body.
import { Readable } from 'node:stream';
import { Problem } from '../problem.ts';

/** The body as it comes in; a request without a file is refused. */
export function givenFile(body: unknown): Readable {
  if (body instanceof Readable) return body;
  throw new Problem(
    'refused-file',
    'The request holds no file. Send the file itself as application/octet-stream.',
  );
}

/** All bytes of the file; one of more than `most` is refused before the rest of it has come. */
export async function givenBytes(body: unknown, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of givenFile(body)) {
    const part = Buffer.from(piece);
    size += part.length;
    if (size > most) throw new Problem('upload-too-large', `The file is larger than ${most >> 20} MB.`);
    pieces.push(part);
  }
  return Buffer.concat(pieces);
}

/** The name that the file was given, as it may be kept and shown. */
export function givenName(name: string, otherwise: string): string {
  return (
    name
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, 200) || otherwise
  );
}

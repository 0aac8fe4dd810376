import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { storeWhole } from '../access/part-file.ts';

/** Bytes of one upload. */
export const MAX_UPLOAD = 100 * 1024 * 1024;

export class UploadTooLarge extends Error {
  override readonly name = 'UploadTooLarge';
}

/** An upload on disk. Its name is data for people; the id alone is the path. */
export interface StoredUpload {
  readonly id: string;
  readonly name: string;
  readonly size: number;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Where an upload lies. */
export function uploadPath(dataDir: string, id: string): string {
  if (!ID.test(id)) throw new RangeError(`"${id.slice(0, 40)}" is not the id of an upload.`);
  return join(dataDir, 'uploads', id);
}

/** Stores a stream under a random id. A stream that breaks off or is too large leaves nothing. */
export async function storeUpload(
  dataDir: string,
  name: string,
  stream: Readable,
  limit = MAX_UPLOAD,
): Promise<StoredUpload> {
  const id = randomUUID();
  const path = uploadPath(dataDir, id);
  mkdirSync(join(dataDir, 'uploads'), { recursive: true, mode: 0o700 });
  const { size } = await storeWhole(path, stream, {
    most: limit,
    tooLarge: () => new UploadTooLarge(`The file is larger than ${limit >> 20} MB.`),
    look: () => Promise.resolve(),
  });
  return { id, name: name.replace(/\p{Cc}/gu, '').slice(0, 200) || 'upload', size };
}

import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OperationAnswer } from '#src/generated/operations.ts';
import { type Caller, whoOf } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { quoted } from '../../database/json-page.ts';
import { Problem } from '../../problem.ts';

export const largestPhoto = 20 * 1024 * 1024;
export const mostPhotos = 1000;

export type Photo = OperationAnswer['photo.list']['items'][number];

/** Needs the caller's id as $1. */
export const photoColumns = `p.id, p.name, p.type, p.size_bytes, p.rotation, p.item_type, p.item_id,
  p.user_id = $1::bigint as own, (select u.full_name from app_user u where u.id = p.user_id) as by, p.created_at, p.version`;

const first = [
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
] as const;

export function photoPath(dataDir: string, file: string): string {
  return join(dataDir, 'photos', file);
}

export interface StoredPhoto {
  readonly file: string;
  readonly type: string;
  readonly size: number;
}

/** Stores a stream under a random id. What is too large, breaks off or is no picture leaves nothing. */
export async function storePhoto(dataDir: string, stream: Readable): Promise<StoredPhoto> {
  mkdirSync(join(dataDir, 'photos'), { recursive: true, mode: 0o700 });
  const file = randomUUID();
  const path = photoPath(dataDir, file);
  let size = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > largestPhoto)
        throw new Problem('upload-too-large', `A photo has at most ${largestPhoto >> 20} MB.`);
      yield chunk;
    }
  };
  try {
    await pipeline(stream, counted, createWriteStream(`${path}.part`, { mode: 0o600, flags: 'wx' }));
    const type = await typeOf(`${path}.part`);
    await rename(`${path}.part`, path);
    return { file, type, size };
  } catch (error) {
    await rm(`${path}.part`, { force: true });
    throw error;
  }
}

/** What the file is by its first bytes; its name proves nothing. */
async function typeOf(path: string): Promise<string> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    const known = first.find(
      ({ bytes }) => bytesRead >= bytes.length && bytes.every((byte, i) => buffer[i] === byte),
    );
    if (!known)
      throw new Problem(
        'refused-file',
        'This file is no JPEG and no PNG. Choose a photo of one of these kinds.',
      );
    return known.type;
  } finally {
    await handle.close();
  }
}

/** Whether the caller may see an item, by its permission and its row. */
export async function maySeeItem(
  context: Context,
  caller: Caller,
  itemType: string,
  itemId: number,
): Promise<boolean> {
  const entity = [...context.definitions.current().entities.values()].find(
    ({ record }) => !record.own && record.itemType === itemType,
  );
  if (!entity || !caller.perms.has(entity.record.permissions.view)) return false;
  const who = whoOf(caller);
  return context.database.read(who, { timeoutMs: 5_000 }, async (client) => {
    const { rowCount } = await client.query(
      `select from ${quoted(entity.record.table)} where id = $1::bigint`,
      [itemId],
    );
    return rowCount > 0;
  });
}

export async function readPhoto(client: DatabaseClient, callerId: number, id: number): Promise<Photo> {
  const { rows } = await client.query<Photo>(`select ${photoColumns} from photo p where p.id = $2::bigint`, [
    callerId,
    id,
  ]);
  if (!rows[0]) throw new Problem('not-found');
  return rows[0];
}

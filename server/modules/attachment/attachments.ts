import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { OperationAnswer } from '#src/generated/operations.ts';
import { storeWhole } from '../../access/part-file.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { Problem } from '../../problem.ts';

export const largestFile = 20 * 1024 * 1024;
export const mostFiles = 1000;

export type Attachment = OperationAnswer['attachment.list']['items'][number];

/** Needs the caller's id as $1. */
export const attachmentColumns = `a.id, a.name, a.type, a.size_bytes, a.rotation, a.item_type, a.item_id, a.ticked, a.folder,
  a.user_id = $1::bigint as own, (select u.full_name from app_user u where u.id = a.user_id) as by, a.created_at, a.version`;

/** As a record's files stand. */
export const inOrder = 'a.posn nulls last, a.id';

const known = [
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'application/pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
] as const;

export type FileType = (typeof known)[number]['type'];

export const pictures: readonly FileType[] = ['image/jpeg', 'image/png'];
export const picturesAndPdf: readonly FileType[] = [...pictures, 'application/pdf'];

const endings: { readonly [type in FileType]: string } = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
};

/** A name that a folder of any system takes, with the ending of what the file is. */
export function fileName(name: string, type: FileType): string {
  const plain = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/\.(?:jpe?g|png|pdf)$/i, '');
  return `${plain.trim() || 'file'}.${endings[type]}`;
}

/** The folder has the name of its first use. */
export function filePath(dataDir: string, file: string): string {
  return join(dataDir, 'photos', file);
}

export interface StoredFile {
  readonly file: string;
  readonly type: FileType;
  readonly size: number;
}

/** Stores a stream under a random id. What is too large, breaks off or is of no kind that is taken leaves nothing. */
export async function storeFile(
  dataDir: string,
  stream: Readable,
  taken: readonly FileType[],
  refuseOther: (path: string) => Promise<void>,
): Promise<StoredFile> {
  mkdirSync(join(dataDir, 'photos'), { recursive: true, mode: 0o700 });
  const file = randomUUID();
  const path = filePath(dataDir, file);
  const { size, found } = await storeWhole(path, stream, {
    most: largestFile,
    tooLarge: () => new Problem('upload-too-large', `A file has at most ${largestFile >> 20} MB.`),
    look: (part) => typeOf(part, taken, refuseOther),
  });
  return { file, type: found, size };
}

/** What the file is by its first bytes; its name proves nothing. */
async function typeOf(
  path: string,
  taken: readonly FileType[],
  refuseOther: (path: string) => Promise<void>,
): Promise<FileType> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    const found = known.find(
      ({ bytes }) => bytesRead >= bytes.length && bytes.every((byte, i) => buffer[i] === byte),
    );
    if (found && taken.includes(found.type)) return found.type;
    await refuseOther(path);
    throw new Problem(
      'refused-file',
      taken.includes('application/pdf')
        ? 'This file is no JPEG, no PNG and no PDF. Choose a file of one of these kinds.'
        : 'This file is no JPEG and no PNG. Choose a photo of one of these kinds.',
    );
  } finally {
    await handle.close();
  }
}

export async function readAttachment(
  client: DatabaseClient,
  callerId: number,
  id: number,
): Promise<Attachment> {
  const { rows } = await client.query<Attachment>(
    `select ${attachmentColumns} from attachment a where a.id = $2::bigint`,
    [callerId, id],
  );
  if (!rows[0]) throw new Problem('not-found');
  return rows[0];
}

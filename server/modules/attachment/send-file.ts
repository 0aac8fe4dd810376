import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyReply } from 'fastify';
import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';
import { type FileType, fileName, filePath } from './attachments.ts';

/** The bytes of a file as they were given. */
export async function sendFile(
  { config }: Context,
  { file, type, name }: { readonly file: string; readonly type: FileType; readonly name: string },
  reply: FastifyReply,
): Promise<ReadStream> {
  const path = filePath(config.dataDir, file);
  const size = await stat(path).then(
    (found) => found.size,
    () => null,
  );
  // A backup holds the rows; the files are a folder that is copied beside it.
  if (size === null)
    throw new Problem(
      'not-found',
      'The file is not in the data folder. Copy the folder "photos" back to it.',
    );
  const plain = fileName(name, type).replace(/[^\x20-\x7e]|["%]/g, '_');
  reply
    .type(type)
    .header('content-length', String(size))
    .header('content-disposition', `inline; filename="${plain}"`);
  return createReadStream(path);
}

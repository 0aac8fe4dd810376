import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { createIn } from '../../records/in-transaction.ts';
import { photoWork } from './photo-work.ts';
import { mostPhotos, photoPath, readPhoto, storePhoto } from './photos.ts';

export const handler: OperationHandler<'photo.upload'> = async (call) => {
  const { context, query, request } = call;
  const caller = signedIn(call);
  const { dataDir } = context.config;
  if (!(request.body instanceof Readable))
    throw new Problem(
      'refused-file',
      'The request holds no file. Send the photo itself as application/octet-stream.',
    );
  const stored = await storePhoto(dataDir, request.body);
  try {
    return await context.database.owner(async (client) => {
      const { rows: had } = await client.query<{ n: number }>(
        'select count(*)::integer as n from photo where user_id = $1::bigint',
        [caller.id],
      );
      if ((had[0]?.n ?? 0) >= mostPhotos)
        throw new Problem(
          'refused-file',
          `You have ${mostPhotos} photos, which is the most. Delete some first.`,
        );
      const name =
        query.name
          .replace(/\p{Cc}/gu, '')
          .trim()
          .slice(0, 200) || 'photo';
      const { file, type, size } = stored;
      const photo = { user_id: caller.id, file, name, type, size_bytes: size };
      const id = await createIn(photoWork(client, context, caller), photo);
      return readPhoto(client, caller.id, id);
    });
  } catch (error) {
    await rm(photoPath(dataDir, stored.file), { force: true });
    throw error;
  }
};

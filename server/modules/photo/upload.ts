import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { writeAudit } from '../../records/record-save.ts';
import { mostPhotos, photoPath, readPhoto, storePhoto } from './photos.ts';

export const handler: OperationHandler<{ query: { name: string } }> = async (call) => {
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
      const { rows } = await client.query<{ id: number }>(
        `insert into photo (user_id, file, name, type, size_bytes, created_by, updated_by)
         values ($1::bigint, $2::uuid, $3::text, $4::text, $5::bigint, $1::bigint, $1::bigint) returning id`,
        [caller.id, stored.file, name, stored.type, stored.size],
      );
      const id = rows[0]?.id ?? 0;
      await writeAudit(client, caller.id, {
        table: 'photo',
        id,
        action: 'insert',
        fromVersion: null,
        fields: { size_bytes: { old: null, new: stored.size } },
        forced: false,
        district: null,
        synthetic: false,
      });
      return readPhoto(client, caller.id, id);
    });
  } catch (error) {
    await rm(photoPath(dataDir, stored.file), { force: true });
    throw error;
  }
};

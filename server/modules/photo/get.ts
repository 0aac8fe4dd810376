import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { maySeeItem, photoPath } from './photos.ts';

interface Row {
  readonly user_id: number;
  readonly file: string;
  readonly type: string;
  readonly item_type: string | null;
  readonly item_id: number | null;
  readonly [column: string]: unknown;
}

export const handler: OperationHandler<{ params: { id: number } }> = async (call) => {
  const caller = signedIn(call);
  const { context, params, reply } = call;
  const { rows } = await context.database.owner((client) =>
    client.query<Row>('select user_id, file, type, item_type, item_id from photo where id = $1::bigint', [
      params.id,
    ]),
  );
  const photo = rows[0];
  if (!photo) throw new Problem('not-found');
  const { user_id, file, type, item_type, item_id } = photo;
  const seen =
    user_id === caller.id ||
    (item_type !== null && item_id !== null && (await maySeeItem(context, caller, item_type, item_id)));
  if (!seen) throw new Problem('not-found');
  const path = photoPath(context.config.dataDir, file);
  const size = await stat(path).then(
    (found) => found.size,
    () => null,
  );
  // A backup holds the rows; the pictures are a folder that is copied beside it.
  if (size === null)
    throw new Problem(
      'not-found',
      'The picture is not in the data folder. Copy the folder "photos" back to it.',
    );
  reply
    .type(type)
    .header('content-length', String(size))
    .header(
      'content-disposition',
      `inline; filename="photo-${params.id}.${type === 'image/png' ? 'png' : 'jpg'}"`,
    );
  return createReadStream(path);
};

import { rm } from 'node:fs/promises';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { removeIn } from '../../records/in-transaction.ts';
import { withAttachments, workOnOwn } from '../attachment/attachment-work.ts';
import { filePath } from '../attachment/attachments.ts';
import { demandOwnPhoto } from './own-photo.ts';

export const handler: OperationHandler<'photo.delete'> = async (call) => {
  const caller = signedIn(call);
  const { context, params, query } = call;
  await demandOwnPhoto(context, caller, params.id);
  const file = await withAttachments(context, caller, null, async (client) => {
    const { work } = await workOnOwn(client, context, caller, params.id);
    const { rows } = await client.query<{ file: string }>(
      'select file from attachment where id = $1::bigint',
      [params.id],
    );
    await removeIn(work, params.id, query);
    return rows[0]?.file;
  });
  // After the row: a picture without a row is found by nobody, a row without its picture is an error.
  if (file !== undefined) await rm(filePath(context.config.dataDir, file), { force: true });
};

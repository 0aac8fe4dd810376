import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { withAttachments } from '../attachment/attachment-work.ts';
import type { FileRow } from '../attachment/file-of-record.ts';
import { itemRight } from '../attachment/item-right.ts';
import { sendFile } from '../attachment/send-file.ts';

export const handler: OperationHandler<'photo.get'> = async (call) => {
  const caller = signedIn(call);
  const { context, params, reply } = call;
  const { rows } = await withAttachments(context, (client) =>
    client.query<FileRow & { readonly user_id: number }>(
      'select user_id, name, file, type, item_type, item_id from attachment where id = $1::bigint',
      [params.id],
    ),
  );
  const photo = rows[0];
  if (!photo) throw new Problem('not-found');
  const { user_id, item_type, item_id } = photo;
  const seen =
    user_id === caller.id ||
    (item_type !== null &&
      item_id !== null &&
      (await itemRight(context, caller, item_type, item_id)) !== 'none');
  if (!seen) throw new Problem('not-found');
  return sendFile(context, { ...photo, name: `photo-${params.id}` }, reply);
};

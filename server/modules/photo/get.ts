import { attachmentItem } from '../../access/attachment-item.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { withAttachments } from '../attachment/attachment-work.ts';
import type { FileRow } from '../attachment/file-of-record.ts';
import { seenItem } from '../attachment/item-right.ts';
import { sendFile } from '../attachment/send-file.ts';

export const handler: OperationHandler<'photo.get'> = async (call) => {
  const caller = signedIn(call);
  const { context, params, reply } = call;
  const known = await attachmentItem(context.database, params.id);
  if (!known) throw new Problem('not-found');
  const { item_type, item_id } = known;
  const item =
    item_type === null || item_id === null ? null : await seenItem(context, caller, item_type, item_id);
  const { rows } = await withAttachments(context, caller, item, (client) =>
    client.query<FileRow>('select name, file, type from attachment where id = $1::bigint', [params.id]),
  );
  const photo = rows[0];
  if (!photo) throw new Problem('not-found');
  return sendFile(context, { ...photo, name: `photo-${params.id}` }, reply);
};

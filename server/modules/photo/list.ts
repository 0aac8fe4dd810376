import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { withAttachments } from '../attachment/attachment-work.ts';
import { type Attachment, attachmentColumns, mostFiles } from '../attachment/attachments.ts';
import { seenItem } from '../attachment/item-right.ts';

export const handler: OperationHandler<'photo.list'> = async (call) => {
  const caller = signedIn(call);
  const { item_type, item_id } = call.query;
  const ofItem = item_type !== undefined && item_id !== undefined;
  const item = ofItem ? await seenItem(call.context, caller, item_type, item_id) : null;
  if (ofItem && !item) throw new Problem('not-found');
  const { rows } = await withAttachments(call.context, caller, item, (client) =>
    client.query<Attachment>(
      `select ${attachmentColumns} from attachment a
       where ${ofItem ? 'a.item_type = $2::text and a.item_id = $3::bigint' : 'a.user_id = $1::bigint'}
       order by a.id desc limit ${mostFiles}`,
      ofItem ? [caller.id, item_type, item_id] : [caller.id],
    ),
  );
  return { items: rows };
};

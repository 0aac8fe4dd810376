import { type OperationHandler, signedIn } from '../../operation.ts';
import { withAttachments } from './attachment-work.ts';
import { type Attachment, attachmentColumns, inOrder, mostFiles } from './attachments.ts';
import { demandItem } from './item-right.ts';

export const handler: OperationHandler<'attachment.list'> = async (call) => {
  const caller = signedIn(call);
  const { context, query } = call;
  const item = await demandItem(context, caller, query, 'view');
  const { rows } = await withAttachments(context, caller, item, (client) =>
    client.query<Attachment>(
      `select ${attachmentColumns}, $4::boolean as may_change from attachment a
       where a.item_type = $2::text and a.item_id = $3::bigint order by ${inOrder} limit ${mostFiles}`,
      [caller.id, query.item_type, query.item_id, item.change],
    ),
  );
  return { items: rows };
};

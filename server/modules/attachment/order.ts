import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { saveIn } from '../../records/in-transaction.ts';
import { attachmentWork, withAttachments } from './attachment-work.ts';
import { type Attachment, attachmentColumns, inOrder } from './attachments.ts';
import { demandItem } from './item-right.ts';

/** Only what stands elsewhere than before is written, each with its version and its entry in the history. */
export const handler: OperationHandler<'attachment.order'> = async (call) => {
  const caller = signedIn(call);
  const { body, context } = call;
  const { item_type, item_id, ids } = body;
  const item = await demandItem(context, caller, body, 'change');
  return withAttachments(context, caller, item, async (client) => {
    const { rows: stored } = await client.query<{ id: number; posn: number | null; version: number }>(
      `select id, posn, version from attachment where item_type = $1::text and item_id = $2::bigint
       order by id for update`,
      [item_type, item_id],
    );
    const same = stored.length === ids.length && stored.every(({ id }) => ids.includes(id));
    if (!same)
      throw new Problem(
        'conflict',
        'Files were added or removed meanwhile. Look at them and order them again.',
      );
    const work = attachmentWork(client, context, caller);
    for (const { id, posn, version } of stored) {
      const place = ids.indexOf(id) + 1;
      if (posn !== place) await saveIn(work, id, { version, posn: place });
    }
    const { rows } = await client.query<Attachment>(
      `select ${attachmentColumns} from attachment a
       where a.item_type = $2::text and a.item_id = $3::bigint order by ${inOrder}`,
      [caller.id, item_type, item_id],
    );
    return { items: rows };
  });
};

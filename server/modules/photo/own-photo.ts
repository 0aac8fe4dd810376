import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';
import { withAttachments } from '../attachment/attachment-work.ts';
import { readAttachment } from '../attachment/attachments.ts';
import { seenItem } from '../attachment/item-right.ts';

/** Whose a photo is, and what it was given to, let the caller change it; somebody else's is not there. Before a transaction. */
export async function demandOwnPhoto(context: Context, caller: Caller, id: number): Promise<void> {
  const photo = await withAttachments(context, caller, null, (client) =>
    readAttachment(client, caller.id, id),
  );
  if (!photo.own) throw new Problem('not-found');
  const { item_type, item_id } = photo;
  if (item_type === null || item_id === null) return;
  const item = await seenItem(context, caller, item_type, item_id);
  if (!item?.change)
    throw new Problem(
      'not-allowed',
      'This photo belongs to a record that you may not change. Ask somebody who may.',
    );
}

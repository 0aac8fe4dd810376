import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { saveIn } from '../../records/in-transaction.ts';
import { withAttachments, workOnOwn } from '../attachment/attachment-work.ts';
import { readAttachment } from '../attachment/attachments.ts';
import { demandItem, seenItem } from '../attachment/item-right.ts';
import { demandOwnPhoto } from './own-photo.ts';

function refuse(message: string): never {
  throw new Problem('refused', message, { errors: [{ pointer: '/item_id', message }] });
}

export const handler: OperationHandler<'photo.assign'> = async (call) => {
  const caller = signedIn(call);
  const { body, context, params } = call;
  const { item_type, item_id } = body;
  if ((item_type === null) !== (item_id === null))
    refuse('Name the kind of the item and its number, or neither.');
  await demandOwnPhoto(context, caller, params.id);
  if (item_type !== null && item_id !== null) {
    if (!(await seenItem(context, caller, item_type, item_id)))
      refuse(`There is no item ${item_id} of this kind, or you may not see it.`);
    // From then on it is a file of the record.
    await demandItem(context, caller, { item_type, item_id }, 'change');
  }
  return withAttachments(context, caller, null, async (client) => {
    const { work } = await workOnOwn(client, context, caller, params.id);
    await saveIn(work, params.id, { ...body, posn: null });
    return readAttachment(client, caller.id, params.id);
  });
};

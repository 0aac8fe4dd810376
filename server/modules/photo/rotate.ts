import { type OperationHandler, signedIn } from '../../operation.ts';
import { saveIn } from '../../records/in-transaction.ts';
import { withAttachments, workOnOwn } from '../attachment/attachment-work.ts';
import { readAttachment } from '../attachment/attachments.ts';
import { demandOwnPhoto } from './own-photo.ts';

/** The picture stays as it came; how it is held is turned. */
export const handler: OperationHandler<'photo.rotate'> = async (call) => {
  const caller = signedIn(call);
  const { body, context, params } = call;
  await demandOwnPhoto(context, caller, params.id);
  return withAttachments(context, caller, null, async (client) => {
    // Two who turn at once turn twice: the second waits here and reads what the first has made of it.
    await client.query('select from attachment where id = $1::bigint for update', [params.id]);
    const { work, photo } = await workOnOwn(client, context, caller, params.id);
    const rotation = (photo.rotation + (body.turn === 'right' ? 90 : 270)) % 360;
    await saveIn(work, params.id, { version: photo.version, rotation });
    return readAttachment(client, caller.id, params.id);
  });
};

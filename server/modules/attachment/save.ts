import { type OperationHandler, signedIn } from '../../operation.ts';
import { saveIn } from '../../records/in-transaction.ts';
import { attachmentWork, withAttachments } from './attachment-work.ts';
import { readAttachment } from './attachments.ts';
import { fileOfRecord } from './file-of-record.ts';

/** The file stays as it came; how it is held is turned. */
export const handler: OperationHandler<'attachment.save'> = async (call) => {
  const caller = signedIn(call);
  const { body, context, params } = call;
  const { item, rotation } = await fileOfRecord(context, caller, params.id, 'change');
  const { turn, ...change } = body;
  const turned = turn === undefined ? {} : { rotation: (rotation + (turn === 'right' ? 90 : 270)) % 360 };
  return withAttachments(context, caller, item, async (client) => {
    const current = () => readAttachment(client, caller.id, params.id);
    const work = { ...attachmentWork(client, context, caller), current };
    await saveIn(work, params.id, { ...change, ...turned });
    return current();
  });
};

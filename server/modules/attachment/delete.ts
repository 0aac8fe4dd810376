import { rm } from 'node:fs/promises';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { removeIn } from '../../records/in-transaction.ts';
import { attachmentWork, withAttachments } from './attachment-work.ts';
import { filePath, readAttachment } from './attachments.ts';
import { fileOfRecord } from './file-of-record.ts';

export const handler: OperationHandler<'attachment.delete'> = async (call) => {
  const caller = signedIn(call);
  const { context, params, query } = call;
  const { file, item } = await fileOfRecord(context, caller, params.id, 'change');
  await withAttachments(context, caller, item, async (client) => {
    const current = () => readAttachment(client, caller.id, params.id);
    await removeIn({ ...attachmentWork(client, context, caller), current }, params.id, query);
  });
  // After the row: a file without a row is found by nobody, a row without its file is an error.
  await rm(filePath(context.config.dataDir, file), { force: true });
};

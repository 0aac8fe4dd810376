import { readFile } from 'node:fs/promises';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { filePath } from './attachments.ts';
import { filesOfRecord } from './file-of-record.ts';
import { mergeFiles, UnreadableFile } from './merge-files.ts';

const mostBytes = 200 * 1024 * 1024;

export const handler: OperationHandler<'attachment.merge'> = async (call) => {
  const caller = signedIn(call);
  const { body, context, reply } = call;
  const files = await filesOfRecord(context, caller, body);
  const bytes = files.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  if (bytes > mostBytes)
    throw new Problem('refused', `The files have more than ${mostBytes >> 20} MB together. Tick fewer.`);
  const title = `${body.item_type} ${body.item_id}`;
  const parts = files.map(({ file, name, type, rotation }) => ({
    name,
    type,
    rotation,
    bytes: () => readFile(filePath(context.config.dataDir, file)),
  }));
  const merged = await context.exportTurns
    .run(caller.id, () => mergeFiles(parts, title, context.now()))
    .catch((error: unknown) => {
      if (!(error instanceof UnreadableFile)) throw error;
      const pointer = `/ids/${body.ids.indexOf(files[error.place]?.id ?? 0)}`;
      throw new Problem('refused', error.message, { errors: [{ pointer, message: error.message }] });
    });
  reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${body.item_type}-${body.item_id}-files.pdf"`);
  return Buffer.from(merged);
};

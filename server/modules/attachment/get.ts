import { type OperationHandler, signedIn } from '../../operation.ts';
import { fileOfRecord } from './file-of-record.ts';
import { sendFile } from './send-file.ts';

export const handler: OperationHandler<'attachment.get'> = async (call) => {
  const { context, params, reply } = call;
  return sendFile(context, await fileOfRecord(context, signedIn(call), params.id, 'view'), reply);
};

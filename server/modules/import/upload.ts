import { Readable } from 'node:stream';
import { importUpload } from '../../import/start-import.ts';
import { UploadTooLarge } from '../../import/uploads.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';

export const handler: OperationHandler<'import.upload'> = async (call) => {
  const { request, query, context } = call;
  if (!(request.body instanceof Readable)) {
    throw new Problem(
      'refused-file',
      'The request holds no file. Send the file itself as application/octet-stream.',
    );
  }
  try {
    return await importUpload(context, query.name, request.body, {
      dryRun: query.dry_run ?? false,
      userId: signedIn(call).id,
    });
  } catch (error) {
    if (error instanceof UploadTooLarge) throw new Problem('upload-too-large', error.message);
    throw error;
  }
};

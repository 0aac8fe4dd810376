import { importUpload } from '../../import/start-import.ts';
import { UploadTooLarge } from '../../import/uploads.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { givenFile } from '../../plugins/given-file.ts';
import { Problem } from '../../problem.ts';

export const handler: OperationHandler<'import.upload'> = async (call) => {
  const { request, context } = call;
  const { name, dry_run: dryRun = false, kind = null, ...chosen } = call.query;
  const body = givenFile(request.body);
  try {
    return await importUpload(context, name, body, { dryRun, userId: signedIn(call).id, chosen, kind });
  } catch (error) {
    if (error instanceof UploadTooLarge) throw new Problem('upload-too-large', error.message);
    throw error;
  }
};

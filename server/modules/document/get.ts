import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { readJob } from '../../jobs/job-store.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { xlsxType } from '../../reports/xlsx.ts';
import { DOCUMENT, documentPath, isDocumentPayload, keptDays } from './document-kind.ts';

export const handler: OperationHandler<'document.get'> = async (call) => {
  const { context, params, reply } = call;
  const job = await readJob(context.database, params.id);
  const mine = job?.kind === DOCUMENT && job.created_by === signedIn(call).id;
  if (!mine || job.state !== 'done' || !isDocumentPayload(job.payload)) throw new Problem('not-found');
  const { format, name } = job.payload;
  const path = documentPath(context.config.dataDir, job.id, format);
  const size = await stat(path).then(
    (found) => found.size,
    () => null,
  );
  if (size === null)
    throw new Problem(
      'not-found',
      `Documents are kept for ${keptDays} days, and this one is gone. Make it again.`,
    );
  reply
    .type(format === 'pdf' ? 'application/pdf' : xlsxType)
    .header('content-length', String(size))
    .header('content-disposition', `attachment; filename="${name}"`);
  return createReadStream(path);
};

import { readJob } from '../../jobs/job-store.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { sendKept } from '../../plugins/kept-file.ts';
import { Problem } from '../../problem.ts';
import { xlsxType } from '../../reports/xlsx.ts';
import { DOCUMENT, documentPath, type FileFormat, isDocumentPayload, keptDays } from './document-kind.ts';

const types: { readonly [format in FileFormat]: string } = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  xlsx: xlsxType,
};

export const handler: OperationHandler<'document.get'> = async (call) => {
  const { context, params, reply } = call;
  const job = await readJob(context.database, params.id);
  const mine = job?.kind === DOCUMENT && job.created_by === signedIn(call).id;
  if (!mine || job.state !== 'done' || !isDocumentPayload(job.payload)) throw new Problem('not-found');
  const { format, name } = job.payload;
  reply.type(types[format]).header('content-disposition', `attachment; filename="${name}"`);
  const file = await sendKept(documentPath(context.config.dataDir, job.id, format), call.request, reply);
  if (file) return file;
  reply.removeHeader('content-disposition');
  throw new Problem(
    'not-found',
    `Documents are kept for ${keptDays} days, the oldest of very large ones less, and this one is gone. Make it again.`,
  );
};

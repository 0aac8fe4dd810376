import { isJsonObject } from '#src/core/values.ts';
import { readJobsOf } from '../../jobs/job-store.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { DOCUMENT, isDocumentPayload } from './document-kind.ts';

const numberIn = (value: unknown, name: string): number | null =>
  isJsonObject(value) && typeof value[name] === 'number' ? value[name] : null;

export const handler: OperationHandler<'document.list'> = async (call) => {
  const jobs = await readJobsOf(call.context.database, signedIn(call).id, DOCUMENT, 100);
  const items = jobs.map(
    ({ id, state, progress, message, problem, payload, result, created_at, finished_at }) => ({
      id,
      title: isDocumentPayload(payload) ? payload.title : '',
      filename: isDocumentPayload(payload) ? payload.name : '',
      state,
      progress: progress / 100,
      message,
      problem,
      pages: numberIn(result, 'pages'),
      size_bytes: numberIn(result, 'size_bytes'),
      created_at,
      finished_at,
    }),
  );
  return { items };
};

import { isJsonObject } from '#src/core/values.ts';
import { readJobsOf } from '../../jobs/job-store.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { limitedSentence } from '../../reports/write-export.ts';
import { DOCUMENT, isDocumentPayload, isRowsPayload } from './document-kind.ts';

const numberIn = (value: unknown, name: string): number | null =>
  isJsonObject(value) && typeof value[name] === 'number' ? value[name] : null;

/** What there is in a file: rows, pages of a PDF, sheets of a workbook. */
function holding(
  payload: unknown,
  result: unknown,
): { readonly holds: number | null; readonly unit: 'page' | 'sheet' | 'row' | null } {
  if (isRowsPayload(payload)) return { holds: numberIn(result, 'rows') ?? payload.rows, unit: 'row' };
  if (!isDocumentPayload(payload)) return { holds: null, unit: null };
  return { holds: numberIn(result, 'pages'), unit: payload.format === 'pdf' ? 'page' : 'sheet' };
}

/** What a file that was made does not have. */
function missing(result: unknown): string | null {
  if (!isJsonObject(result)) return null;
  if (result.limited === true) return limitedSentence;
  const failed = numberIn(result, 'failed') ?? 0;
  if (failed === 0) return null;
  return `${failed} ${failed === 1 ? 'part' : 'parts'} could not be made; the document says why.`;
}

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
      problem: problem ?? missing(result),
      ...holding(payload, result),
      size_bytes: numberIn(result, 'size_bytes'),
      created_at,
      finished_at,
    }),
  );
  return { items };
};

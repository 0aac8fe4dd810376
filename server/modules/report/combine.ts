import { type OperationHandler, signedIn } from '../../operation.ts';
import { type CombinedPayload, DOCUMENT, type DocumentFormat } from '../document/document-kind.ts';
import { nameOfDocument } from '../document/paper-server.ts';
import { planCombined } from './plan-combined.ts';

const both: readonly DocumentFormat[] = ['pdf', 'xlsx'];

/** A job for each kind of file: every one is told of, cancelled and fetched by itself. */
export const handler: OperationHandler<'report.combine'> = async (call) => {
  const { body, context } = call;
  const caller = signedIn(call);
  const { format: wanted = 'both', ...combined } = body;
  const { title, parts } = await planCombined(combined, caller, context);
  const begin = async (format: DocumentFormat) => {
    const name = nameOfDocument('combined', format, context);
    const payload: CombinedPayload = { combined, format, title, name };
    const key = `${caller.id} ${JSON.stringify([combined, format])}`;
    return { format, job: await context.jobs.start(DOCUMENT, { payload, userId: caller.id, key }) };
  };
  const jobs = [];
  for (const format of wanted === 'both' ? both : [wanted]) jobs.push(await begin(format));
  return { parts: parts.length, jobs };
};

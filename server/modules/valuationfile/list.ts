import { isJsonObject } from '#src/core/values.ts';
import { jobsOfKinds } from '../../jobs/job-store.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { datasetOf, type FileRow, fileRows, underWork } from './asked.ts';
import { VALUATION_FILE } from './file-kind.ts';

const shownJobs = 10;

export const handler: OperationHandler<'valuationfile.list'> = async (call) => {
  const { context } = call;
  const caller = signedIn(call);
  const dataset = await datasetOf(caller, context);
  const { base_date, refusal, stamp } = await underWork(dataset === 'synthetic', context);
  const files = await fileRows(dataset, caller, context);
  const jobs = await jobsOfKinds(context.database, [VALUATION_FILE]);
  const stateOf = (file: FileRow) =>
    file.base_date !== base_date ? 'ROLLED' : file.data_stamp === stamp ? 'CURRENT' : 'CHANGED';
  return {
    standing: [{ base_year: base_date === null ? null : Number(base_date.slice(0, 4)), refusal }],
    items: files.map((file) => ({
      id: file.id,
      base_year: Number(file.base_date.slice(0, 4)),
      hash: file.id.slice(0, 12),
      state: stateOf(file),
      made_at: file.made_at,
      made_by: file.made_by,
      as_at: file.as_at,
      size_bytes: file.size_bytes,
      rows: file.rows,
      documents: file.documents,
    })),
    jobs: jobs
      .filter(({ payload }) => isJsonObject(payload) && payload.dataset === dataset)
      .slice(0, shownJobs)
      .map(({ id, state, progress, message, problem, created_at, finished_at, by }) => ({
        id,
        state,
        progress,
        message,
        problem,
        created_at,
        finished_at,
        by,
      })),
  };
};

import { visibleJobs } from '../../jobs/visible-jobs.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';

export const handler: OperationHandler<'job.list'> = async (call) => {
  const jobs = await visibleJobs(call.context, signedIn(call), {
    ...call.query,
    limit: call.query.limit ?? 50,
  });
  return jobs.map(({ result: _result, ...told }) => told);
};

import { type OperationHandler, signedIn } from '../../operation.ts';
import { visibleJobs } from './visible-jobs.ts';

interface Query {
  readonly kind?: string;
  readonly open?: boolean;
  readonly limit?: number;
}

export const handler: OperationHandler<{ query: Query }> = async (call) => {
  const jobs = await visibleJobs(call.context, signedIn(call), {
    ...call.query,
    limit: call.query.limit ?? 50,
  });
  return jobs.map(({ result: _result, ...told }) => told);
};

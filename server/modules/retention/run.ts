import { RETENTION } from '../../jobs/retention/retention-kind.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';

export const handler: OperationHandler<'retention.run'> = async (call) => {
  const job_id = await call.context.jobs.start(RETENTION, {
    payload: { title: 'Clearing' },
    userId: signedIn(call).id,
    key: 'now',
  });
  if (job_id === null) throw new Problem('refused', 'It is being cleared already.');
  call.context.log.security('retention-run', { user: signedIn(call).id, job: job_id });
  return { job_id };
};

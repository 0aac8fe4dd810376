import { writeAudit } from '../../database/audit.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { datasetOf, demandAllDistricts, underWork } from './asked.ts';
import { type FileAsk, VALUATION_FILE } from './file-kind.ts';

export const handler: OperationHandler<'valuationfile.make'> = async (call) => {
  const { context, body } = call;
  const caller = signedIn(call);
  await demandAllDistricts(caller, context);
  const dataset = await datasetOf(caller, context);
  const { base_date } = await underWork(dataset === 'synthetic', context);
  if (base_date === null)
    throw new Problem('refused', 'The office has no base date yet. Set it among the system parameters.');
  const year = Number(base_date.slice(0, 4));
  if (body.base_year !== undefined && body.base_year !== year)
    throw new Problem(
      'refused',
      `The year under work is ${year}. A valuation file is made of it and no other.`,
      { errors: [{ pointer: '/base_year', message: `The year under work is ${year}.` }] },
    );
  const payload: FileAsk = { base_date, dataset };
  const job_id = await context.jobs.start(VALUATION_FILE, {
    payload,
    userId: caller.id,
    key: dataset,
    also: (client, id) =>
      writeAudit(client, caller.id, {
        table: 'valuation_file',
        id,
        action: 'insert',
        fromVersion: null,
        fields: { base_date: { old: null, new: base_date } },
        forced: false,
        district: null,
        synthetic: dataset === 'synthetic',
      }),
  });
  if (job_id === null)
    throw new Problem('refused', 'The valuation file is being made already. Wait until it is done.');
  return { job_id };
};

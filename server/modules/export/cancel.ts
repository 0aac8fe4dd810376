import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { demandDistricts, exportRow } from './asked.ts';

export const handler: OperationHandler<'export.cancel'> = async (call) => {
  const { context, params } = call;
  const caller = signedIn(call);
  const { id, job_id } = await context.database.write(whoOf(caller), async (client) => {
    const row = await exportRow(client, params.id);
    demandDistricts(caller, row.districts);
    await client.query(
      `update export_job set ended_by = $2::bigint where id = $1::bigint and state not in ('READY', 'FAILED')`,
      [row.id, caller.id],
    );
    return row;
  });
  if (job_id === null || !(await context.jobs.cancel(job_id)))
    throw new Problem('refused', `Export ${id} has ended already and cannot be cancelled.`);
  return { id };
};

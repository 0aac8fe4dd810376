import type { OperationAnswer } from '#src/generated/operations.ts';
import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { bulkJob } from './bulk-job.ts';

type Rows = OperationAnswer['bulk.rows'];

export const handler: OperationHandler<'bulk.rows'> = async (call) => {
  const { params, query, context } = call;
  const caller = signedIn(call);
  await bulkJob(context, caller, params.id);
  return context.database.write(whoOf(caller), async (client) => {
    const values = [params.id, query.outcome ?? null];
    const where = 'job_id = $1::bigint and ($2::text is null or outcome = $2)';
    const { rows } = await client.query<Rows['rows'][number] & Record<string, unknown>>(
      `select place, record_id as id, outcome, message, version from job_record where ${where}
       order by place offset $3::integer limit $4::integer`,
      [...values, query.offset ?? 0, query.limit ?? 100],
    );
    const counted = await client.query<{ n: number }>(
      `select count(*)::integer as n from job_record where ${where}`,
      values,
    );
    return { rows, count: counted.rows[0]?.n ?? 0 };
  });
};

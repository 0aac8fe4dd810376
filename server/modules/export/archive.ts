import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { demandDistricts, exportRow } from './asked.ts';

export const handler: OperationHandler<'export.archive'> = async (call) => {
  const { context, params, body } = call;
  const caller = signedIn(call);
  return context.database.write(whoOf(caller), async (client) => {
    const { id, state, districts } = await exportRow(client, params.id);
    demandDistricts(caller, districts);
    if (state !== 'READY' && state !== 'FAILED')
      throw new Problem('refused', `Export ${id} is under way. Wait until it has ended, or cancel it.`);
    await client.query('update export_job set archived = $2::boolean where id = $1::bigint', [
      id,
      body.archived,
    ]);
    return { id, archived: body.archived };
  });
};

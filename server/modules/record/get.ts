import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { entityFor, readRecord } from '../../records/record-save.ts';

export const handler: OperationHandler<{ params: { list: string; id: number } }> = async (call) => {
  const caller = signedIn(call);
  const { params, context } = call;
  const entity = entityFor(params.list, context);
  const record = await context.database.read(
    { userId: caller.id, districts: caller.districts },
    {},
    (client) => readRecord(client, entity, caller, params.id),
  );
  if (!record)
    throw new Problem('not-found', `${entity.title} ${params.id} does not exist, or you may not see it.`);
  return record;
};

import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { notThere, readRecord } from '../../records/read.ts';
import { entityFor } from '../../records/served.ts';

export const handler: OperationHandler<'record.get'> = async (call) => {
  const caller = signedIn(call);
  const { params, context } = call;
  const entity = entityFor(params.list, context);
  const record = await context.database.read(whoOf(caller), {}, (client) =>
    readRecord(client, entity, caller, params.id),
  );
  if (!record) throw notThere(entity, params.id);
  return record;
};

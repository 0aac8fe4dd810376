import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { findRecord } from '../../records/find.ts';
import { entityFor } from '../../records/served.ts';

export const handler: OperationHandler<'record.find'> = async (call) => {
  const caller = signedIn(call);
  const { params, query, context } = call;
  const entity = entityFor(params.list, context);
  const who = whoOf(caller);
  const parts = query.key.split('/');
  const record = await context.database.read(who, {}, (client) => findRecord(client, entity, caller, parts));
  if (!record)
    throw new Problem('not-found', `${entity.title} ${query.key} does not exist, or you may not see it.`);
  return record;
};

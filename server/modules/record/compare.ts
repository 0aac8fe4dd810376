import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { notThere, readRecords } from '../../records/read.ts';
import { entityFor } from '../../records/served.ts';

export const handler: OperationHandler<'record.compare'> = async (call) => {
  const caller = signedIn(call);
  const { params, query, context } = call;
  const entity = entityFor(params.list, context);
  const ids = [...new Set(query.ids.split(',').map(Number))];
  const found = await context.database.read(whoOf(caller), {}, (client) =>
    readRecords(client, entity, caller, ids),
  );
  return {
    items: ids.map((id) => {
      const record = found.get(id);
      if (!record) throw notThere(entity, id);
      return record;
    }),
  };
};

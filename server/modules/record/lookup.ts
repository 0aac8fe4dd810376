import { type OperationHandler, signedIn } from '../../operation.ts';
import { lookUp } from '../../records/lookup.ts';
import { entityFor } from '../../records/served.ts';

const usualLimit = 12;

export const handler: OperationHandler<'record.lookup'> = async (call) => {
  const caller = signedIn(call);
  const { params, query, context } = call;
  const entity = entityFor(params.list, context);
  const { text = '', ids, limit = usualLimit } = query;
  const ask = ids === undefined ? { text, limit } : { ids: [...new Set(ids.split(',').map(Number))] };
  const { codes } = context.definitions.current();
  return context.database.read({ userId: caller.id, districts: caller.districts }, {}, (client) =>
    lookUp(client, entity, caller, ask, codes),
  );
};

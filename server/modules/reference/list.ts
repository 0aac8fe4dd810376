import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { readList } from './reference-lists.ts';

export const handler: OperationHandler<'reference.list'> = async (call) => {
  const caller = signedIn(call);
  const { params, query, context } = call;
  const items = await context.database.read(whoOf(caller), {}, (client) =>
    readList(client, params.listType, caller, context),
  );
  if (query.active === 'all') return items;
  return items.filter((item) => item.active === (query.active !== 'false'));
};

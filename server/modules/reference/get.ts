import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { isTable, readItem, readList } from './reference-lists.ts';

export const handler: OperationHandler<'reference.get'> = async (call) => {
  const caller = signedIn(call);
  const { params, context } = call;
  const item = await context.database.read(whoOf(caller), {}, async (client) => {
    if (!isTable(params.listType, context)) return readItem(client, params.listType, params.id);
    return (await readList(client, params.listType, caller, context)).find((row) => row.id === params.id);
  });
  if (!item) throw new Problem('not-found');
  return item;
};

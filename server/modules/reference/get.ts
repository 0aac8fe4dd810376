import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { isTable, readItem, readList } from './reference-lists.ts';

export const handler: OperationHandler<{ params: { listType: string; id: number } }> = async (call) => {
  const caller = signedIn(call);
  const { params, context } = call;
  const item = await context.database.owner(async (client) => {
    if (!isTable(params.listType)) return readItem(client, params.listType, params.id);
    return (await readList(client, params.listType, caller, context)).find((row) => row.id === params.id);
  });
  if (!item) throw new Problem('not-found');
  return item;
};

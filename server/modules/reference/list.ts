import { type OperationHandler, signedIn } from '../../operation.ts';
import { readList } from './reference-lists.ts';

export const handler: OperationHandler<{ params: { listType: string }; query: { active?: string } }> = async (
  call,
) => {
  const caller = signedIn(call);
  const { params, query, context } = call;
  const items = await context.database.owner((client) => readList(client, params.listType, caller, context));
  if (query.active === 'all') return items;
  return items.filter((item) => item.active === (query.active !== 'false'));
};

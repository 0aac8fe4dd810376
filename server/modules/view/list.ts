import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { viewsOf } from './views.ts';

export const handler: OperationHandler<'view.list'> = async (call) => {
  const caller = signedIn(call);
  const { context, query } = call;
  const items = await context.database.write(whoOf(caller), (client) =>
    viewsOf(client, caller, query.screen),
  );
  return { items: [...items] };
};

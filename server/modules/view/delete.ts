import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { removeIn } from '../../records/in-transaction.ts';
import { readView, refuseForAll, refuseLocked, viewWork } from './views.ts';

export const handler: OperationHandler<'view.delete'> = async (call) => {
  const caller = signedIn(call);
  const { context, params, query } = call;
  await context.database.write(whoOf(caller), async (client) => {
    const stored = await readView(client, caller, params.id);
    refuseForAll(caller, stored.sharing);
    refuseLocked(stored);
    await removeIn(viewWork(client, context, caller, stored, null), params.id, query);
  });
};

import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { createIn, madeBefore } from '../../records/in-transaction.ts';
import { checkName, readView, refuseForAll, viewWork } from './views.ts';

export const handler: OperationHandler<'view.create'> = async (call) => {
  const caller = signedIn(call);
  const { body, context } = call;
  const { sharing = 'own', request_id, ...view } = body;
  refuseForAll(caller, sharing);
  return context.database.write(whoOf(caller), async (client) => {
    const work = viewWork(client, context, caller, null, { ...view, sharing });
    const before = await madeBefore(work, request_id);
    if (before !== null) return readView(client, caller, before);
    const name = await checkName(client, caller, { ...view, sharing });
    const id = await createIn(work, { ...view, name, sharing, user_id: caller.id, request_id });
    return readView(client, caller, id);
  });
};

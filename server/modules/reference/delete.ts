import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { removeIn } from '../../records/in-transaction.ts';
import { refuseTable } from './reference-lists.ts';
import { workOnItem } from './reference-work.ts';

export const handler: OperationHandler<'reference.delete'> = async (call) => {
  const caller = signedIn(call);
  const { params, query, context } = call;
  refuseTable(params.listType, context);
  await context.database.write(whoOf(caller), async (client) => {
    const { work, item } = await workOnItem(client, context, caller, params.listType, params.id);
    // The version of a list's item may be left out: whoever deletes it means whatever it says.
    await removeIn(work, params.id, { version: query.version ?? item.version });
  });
};

import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { found, Problem } from '../../problem.ts';
import { demandVersion } from '../../records/conflict.ts';
import { saveIn } from '../../records/in-transaction.ts';
import { readItem, refuseTable } from './reference-lists.ts';
import { workOnItem } from './reference-work.ts';

export const handler: OperationHandler<'reference.save'> = async (call) => {
  const caller = signedIn(call);
  const { params, body, context } = call;
  refuseTable(params.listType, context);
  demandVersion(body);
  const { id = params.id, ...change } = body;
  if (id !== params.id)
    throw new Problem('refused', `This is the item ${params.id}, not ${id}.`, {
      errors: [{ pointer: '/id', message: 'The number is that of another item.' }],
    });
  return context.database.write(whoOf(caller), async (client) => {
    const { work } = await workOnItem(client, context, caller, params.listType, params.id);
    await saveIn(work, params.id, change);
    return found(await readItem(client, params.listType, params.id));
  });
};

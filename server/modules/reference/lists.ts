import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { type ReferenceItem, readList } from './reference-lists.ts';

export const handler: OperationHandler<'reference.lists'> = async (call) => {
  const caller = signedIn(call);
  const names = [...new Set(call.query.which.split(',').map((name) => name.trim()))].filter(
    (name) => name !== '',
  );
  return call.context.database.read(whoOf(caller), {}, async (client) => {
    const lists: { [name: string]: readonly ReferenceItem[] } = {};
    for (const name of names.slice(0, 50)) lists[name] = await readList(client, name, caller, call.context);
    return lists;
  });
};

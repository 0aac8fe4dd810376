import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { findList, noList, type ReferenceItem } from './reference-lists.ts';

const mostLists = 50;

export const handler: OperationHandler<'reference.lists'> = async (call) => {
  const caller = signedIn(call);
  const names = [...new Set(call.query.which.split(',').map((name) => name.trim()))].filter(
    (name) => name !== '',
  );
  return call.context.database.read(whoOf(caller), {}, async (client) => {
    const lists: [string, readonly ReferenceItem[]][] = [];
    for (const name of names.slice(0, mostLists)) {
      const items = await findList(client, name, caller, call.context);
      // One that is unknown is left out and leaves the others.
      if (items !== null) lists.push([name, items]);
    }
    if (lists.length === 0) throw noList(names[0] ?? '');
    return Object.fromEntries(lists);
  });
};

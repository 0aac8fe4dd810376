import { type OperationHandler, signedIn } from '../../operation.ts';
import { readList } from './reference-lists.ts';

export const handler: OperationHandler<{ query: { which: string } }> = async (call) => {
  const caller = signedIn(call);
  const names = [...new Set(call.query.which.split(',').map((name) => name.trim()))].filter(
    (name) => name !== '',
  );
  return call.context.database.owner(async (client) => {
    const lists: { [name: string]: unknown } = {};
    for (const name of names.slice(0, 50)) lists[name] = await readList(client, name, caller, call.context);
    return lists;
  });
};

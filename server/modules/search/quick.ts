import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { quickById, quickByWords, quickEntities } from '../../records/quick-search.ts';

export const handler: OperationHandler<'search.quick'> = async (call) => {
  const caller = signedIn(call);
  const { context } = call;
  const term = call.query.term.trim();
  if (term === '') return { type: 'address', items: [] };
  const entities = quickEntities(context.definitions.current().entities.values(), caller);
  const isId = /^\d{1,15}$/.test(term);
  const words = term
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .slice(0, 8);
  const who = whoOf(caller);
  const items = await context.database.read(who, { timeoutMs: 5_000 }, (client) =>
    isId ? quickById(client, entities, Number(term), caller) : quickByWords(client, entities, words, caller),
  );
  // A number that nothing has is taken for one of the type that is found by words.
  const usual = entities.find(({ quick }) => quick && quick.length > 0)?.record.itemType ?? '';
  return { type: isId ? (items[0]?.type ?? usual) : 'address', items };
};

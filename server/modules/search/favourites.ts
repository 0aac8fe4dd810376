import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { criteriaText } from '../../records/criteria-text.ts';
import { favouriteSearches } from '../../records/searches.ts';
import { entityFor } from '../../records/served.ts';

export const handler: OperationHandler<'search.favourites'> = async (call) => {
  const caller = signedIn(call);
  const { context, query } = call;
  if (query.list !== undefined && !caller.perms.has(entityFor(query.list, context).record.permissions.view))
    throw new Problem('not-allowed');
  const { codes } = context.definitions.current();
  const searches = await favouriteSearches(context.database, caller.id, query.list ?? null);
  return {
    items: searches.flatMap(({ figure, ...search }) => {
      const entity = context.definitions.entityOfList(search.list);
      if (!entity || !caller.perms.has(entity.record.permissions.view)) return [];
      return [{ ...search, text: figure ? `${figure.text}.` : criteriaText(search.criteria, entity, codes) }];
    }),
  };
};

import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { criteriaText } from '../../records/criteria-text.ts';
import { entityFor } from '../../records/record-save.ts';
import { favouriteSearches } from '../../records/searches.ts';

export const handler: OperationHandler<{ query: { list: string } }> = async (call) => {
  const caller = signedIn(call);
  const { context, query } = call;
  const entity = entityFor(query.list, context);
  if (!caller.perms.has(entity.record.permissions.view)) throw new Problem('not-allowed');
  const { codes } = context.definitions.current();
  const searches = await favouriteSearches(context.database, caller.id, query.list);
  return {
    items: searches.map((search) => ({ ...search, text: criteriaText(search.criteria, entity, codes) })),
  };
};

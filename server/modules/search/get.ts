import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { checkCriteria } from '../../records/criteria.ts';
import { searchText } from '../../records/search-text.ts';
import { readSearch } from '../../records/searches.ts';
import { entityFor } from '../../records/served.ts';

export const handler: OperationHandler<'search.get'> = async (call) => {
  const caller = signedIn(call);
  const { context, params } = call;
  const search = await readSearch(context.database, params.hash, caller.id);
  if (!search) throw new Problem('not-found', 'This search does not exist any more. Search again.');
  const entity = entityFor(search.list, context);
  if (!caller.perms.has(entity.record.permissions.view)) throw new Problem('not-allowed');
  checkCriteria(search.criteria, entity, caller);
  const { figure: _, ...told } = search;
  const { codes } = context.definitions.current();
  return { ...told, text: await searchText(search, entity, codes, caller, context.database) };
};

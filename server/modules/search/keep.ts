import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { searchText } from '../../records/search-text.ts';
import { keepSearch, readSearch } from '../../records/searches.ts';
import { entityFor } from '../../records/served.ts';

export const handler: OperationHandler<'search.keep'> = async (call) => {
  const caller = signedIn(call);
  const { context, params, body } = call;
  const search = await readSearch(context.database, params.hash, caller.id);
  if (!search) throw new Problem('not-found', 'This search does not exist any more. Search again.');
  const entity = entityFor(search.list, context);
  if (!caller.perms.has(entity.record.permissions.view)) throw new Problem('not-allowed');
  const name = body.name === undefined ? undefined : body.name?.trim() || null;
  const kept = await keepSearch(context.database, caller.id, search, {
    ...(name === undefined ? {} : { name }),
    ...(body.favourite === undefined ? {} : { favourite: body.favourite }),
  });
  const { figure: _, ...told } = kept;
  const { codes } = context.definitions.current();
  return { ...told, text: await searchText(kept, entity, codes, caller, context.database) };
};

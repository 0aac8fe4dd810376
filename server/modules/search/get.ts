import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { checkCriteria } from '../../records/criteria.ts';
import { criteriaText } from '../../records/criteria-text.ts';
import { entityFor } from '../../records/record-save.ts';
import { readSearch } from '../../records/searches.ts';

export const handler: OperationHandler<{ params: { hash: string } }> = async (call) => {
  const caller = signedIn(call);
  const { context, params } = call;
  const search = await readSearch(context.database, params.hash, caller.id);
  if (!search) throw new Problem('not-found', 'This search does not exist any more. Search again.');
  const entity = entityFor(search.list, context);
  if (!caller.perms.has(entity.record.permissions.view)) throw new Problem('not-allowed');
  checkCriteria(search.criteria, entity, caller);
  return { ...search, text: criteriaText(search.criteria, entity, context.definitions.current().codes) };
};

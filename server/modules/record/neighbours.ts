import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { checkCriteria } from '../../records/criteria.ts';
import { neighboursOf } from '../../records/neighbours.ts';
import { readSearch } from '../../records/searches.ts';
import { entityFor } from '../../records/served.ts';

export const handler: OperationHandler<'record.neighbours'> = async (call) => {
  const caller = signedIn(call);
  const { params, body, context } = call;
  const entity = entityFor(params.list, context);
  const search = await readSearch(context.database, body.hash, caller.id);
  if (!search || search.list !== params.list)
    throw new Problem('not-found', 'This search does not exist any more. Search again.');
  const { criteria, figure } = search;
  // Whoever opens a stored search is held to their own rights.
  checkCriteria(criteria, entity, caller);
  const { sort = '', find = '', filter = '', without = [], at } = body;
  const terms = sort.split(',').filter((term) => term !== '' && term !== '-');
  return context.database.read({ userId: caller.id, districts: caller.districts }, {}, (client) =>
    neighboursOf(client, entity, caller, params.id, {
      criteria,
      figure,
      sort: terms,
      find,
      filter,
      without,
      at,
    }),
  );
};

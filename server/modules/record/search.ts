import { type OperationHandler, signedIn } from '../../operation.ts';
import { checkCriteria } from '../../records/criteria.ts';
import { storeSearch } from '../../records/searches.ts';
import { entityFor } from '../../records/served.ts';

export const handler: OperationHandler<'record.search'> = async (call) => {
  const caller = signedIn(call);
  const { params, body, context } = call;
  checkCriteria(body.criteria, entityFor(params.list, context), caller);
  const { searchType, isRecent = false, criteria } = body;
  return {
    hash: await storeSearch(context.database, caller.id, {
      list: params.list,
      searchType,
      isRecent,
      criteria,
    }),
  };
};

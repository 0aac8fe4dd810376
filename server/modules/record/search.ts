import type { Criterion } from '#src/core/entity.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { checkCriteria } from '../../records/criteria.ts';
import { entityFor } from '../../records/record-save.ts';
import { storeSearch } from '../../records/searches.ts';

interface Body {
  readonly searchType: 'simple' | 'full';
  readonly isRecent?: boolean;
  readonly criteria: readonly Criterion[];
}

export const handler: OperationHandler<{ params: { list: string }; body: Body }> = async (call) => {
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

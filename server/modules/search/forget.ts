import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { forgetSearch } from '../../records/searches.ts';

export const handler: OperationHandler<{ params: { hash: string } }> = async (call) => {
  const caller = signedIn(call);
  if (!(await forgetSearch(call.context.database, caller.id, call.params.hash)))
    throw new Problem('not-found', 'This search is not on your lists.');
};

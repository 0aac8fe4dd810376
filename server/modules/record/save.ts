import { type OperationHandler, signedIn } from '../../operation.ts';
import type { Change } from '../../records/plan.ts';
import { saveRecord } from '../../records/save.ts';
import { entityFor } from '../../records/served.ts';

export const handler: OperationHandler<{ params: { list: string; id: number }; body: Change }> = (call) => {
  const { params, body, context } = call;
  return saveRecord(context, signedIn(call), entityFor(params.list, context), params.id, body);
};

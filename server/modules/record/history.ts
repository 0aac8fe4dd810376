import { type OperationHandler, signedIn } from '../../operation.ts';
import { recordHistory } from '../../records/history.ts';
import { entityFor } from '../../records/served.ts';

export const handler: OperationHandler<'record.history'> = async (call) => {
  const { params, context } = call;
  const entity = entityFor(params.list, context);
  return { items: await recordHistory(context, signedIn(call), entity, params.id) };
};

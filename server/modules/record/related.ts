import { type OperationHandler, signedIn } from '../../operation.ts';
import { relatedRecords } from '../../records/related.ts';
import { entityFor } from '../../records/served.ts';

export const handler: OperationHandler<'record.related'> = async (call) => {
  const { params, query, context } = call;
  const entity = entityFor(params.list, context);
  return { items: await relatedRecords(context, signedIn(call), entity, params.id, query.metres) };
};

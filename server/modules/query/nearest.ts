import { type OperationHandler, signedIn } from '../../operation.ts';
import { nearestFilters } from '../../reports/nearest.ts';

export const handler: OperationHandler<'query.nearest'> = async (call) => ({
  offers: [...(await nearestFilters(call.body, signedIn(call), call.context))],
});

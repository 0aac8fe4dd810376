import { type OperationHandler, signedIn } from '../../operation.ts';
import { keepPrint } from './keep-print.ts';

export const handler: OperationHandler<'attachment.print'> = async (call) => {
  const { item_type, item_id, ...ask } = call.body;
  return keepPrint(call.context, signedIn(call), { item_type, item_id }, ask);
};

import { factorState } from '../../access/second-factor.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';

export const handler: OperationHandler<'factor.get'> = (call) =>
  factorState(call.context.database, signedIn(call).id);

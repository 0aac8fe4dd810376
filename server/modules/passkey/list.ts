import { listKeys } from '../../access/passkeys.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';

export const handler: OperationHandler<'passkey.list'> = (call) =>
  listKeys(call.context.database, signedIn(call).id);

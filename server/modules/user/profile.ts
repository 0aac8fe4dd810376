import { type OperationHandler, signedIn } from '../../operation.ts';
import { readProfile } from './own-profile.ts';

export const handler: OperationHandler = (call) =>
  call.context.database.owner((client) => readProfile(client, signedIn(call).id));

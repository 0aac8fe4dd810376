import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { readProfile } from './own-profile.ts';

export const handler: OperationHandler<'user.profile'> = (call) => {
  const caller = signedIn(call);
  return call.context.database.write(whoOf(caller), (client) => readProfile(client, caller.id));
};

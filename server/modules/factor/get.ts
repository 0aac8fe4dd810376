import { passkeysUnavailable } from '../../access/relying-party.ts';
import { factorState } from '../../access/second-factor.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';

export const handler: OperationHandler<'factor.get'> = async (call) => {
  const { config, database } = call.context;
  const state = await factorState(database, signedIn(call).id);
  return { ...state, passkeys_unavailable: passkeysUnavailable(config) };
};

import { creationOptions } from '../../access/passkey-ceremony.ts';
import { keysOf, putChallenge } from '../../access/passkeys.ts';
import { factorState } from '../../access/second-factor.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { demandFactor } from '../factor/demand-factor.ts';
import { demandPassword } from '../password/demand-password.ts';
import { partyOf } from './party-of.ts';

export const handler: OperationHandler<'passkey.begin'> = async (call) => {
  const { body, context } = call;
  const { config, database } = context;
  const caller = signedIn(call);
  const party = partyOf(config);
  await demandPassword(call, body.password);
  // Who has a second factor shows it: an open page and the password alone add no way in.
  if ((await factorState(database, caller.id)).on) await demandFactor(call, body);
  const challenge = await putChallenge(database, { userId: caller.id, purpose: 'add' }, context.now());
  return {
    options: await creationOptions(party, caller, { challenge, has: await keysOf(database, caller.id) }),
  };
};

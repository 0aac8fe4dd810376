import { keysOf, removeKey } from '../../access/passkeys.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { demandFactor } from '../factor/demand-factor.ts';
import { demandPassword } from '../password/demand-password.ts';

const gone = () => new Problem('not-found', 'You have no such passkey any more.');

export const handler: OperationHandler<'passkey.remove'> = async (call) => {
  const { body, context, params, request } = call;
  const { database, log } = context;
  const { id, username } = signedIn(call);
  if (!(await keysOf(database, id)).some((key) => key.id === params.id)) throw gone();
  await demandPassword(call, body.password);
  await demandFactor(call, body);
  const removed = await removeKey(database, id, params.id);
  if (removed === 'last')
    throw new Problem(
      'refused',
      'A second factor is demanded of you, and this is the only one. Add another before you remove it.',
    );
  if (!removed) throw gone();
  log.security('passkey-removed', { user: id, username, passkey: params.id, from: request.ip });
};

import { dropCode, factorState } from '../../access/second-factor.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { demandPassword } from '../password/demand-password.ts';
import { demandFactor } from './demand-factor.ts';

const demanded = () =>
  new Problem(
    'refused',
    'A second factor is demanded of you. For another phone ask an administrator to reset it, or add a passkey first.',
  );

export const handler: OperationHandler<'factor.remove'> = async (call) => {
  const { body, context, request } = call;
  const { id, username } = signedIn(call);
  const { required, passkeys } = await factorState(context.database, id);
  if (required && passkeys === 0) throw demanded();
  await demandPassword(call, body.password);
  await demandFactor(call, body);
  if ((await dropCode(context.database, id)) === 'last') throw demanded();
  context.log.security('second-factor-off', { user: id, username, from: request.ip });
};

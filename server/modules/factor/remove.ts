import { dropFactor, factorState } from '../../access/second-factor.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { demandPassword } from '../password/demand-password.ts';
import { demandCode } from './demand-code.ts';

export const handler: OperationHandler<'factor.remove'> = async (call) => {
  const { body, context, request } = call;
  const { id, username } = signedIn(call);
  const { required } = await factorState(context.database, id);
  if (required)
    throw new Problem(
      'refused',
      'A second factor is demanded of you. For another phone ask an administrator to reset it.',
    );
  await demandPassword(call, body.password);
  await demandCode(call, body.code);
  await dropFactor(context.database, id);
  context.log.security('second-factor-off', { user: id, username, from: request.ip });
};

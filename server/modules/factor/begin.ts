import { beginFactor } from '../../access/second-factor.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { demandPassword } from '../password/demand-password.ts';
import { factorAnswer } from './factor-answer.ts';

export const handler: OperationHandler<'factor.begin'> = async (call) => {
  const { body, context, request } = call;
  const caller = signedIn(call);
  await demandPassword(call, body.password);
  const begun = await beginFactor(context.database, context.sealing, caller.id, context.now());
  if (!begun)
    throw new Problem('refused', 'You have a second factor already. Turn it off before you set up another.');
  context.log.security('second-factor-begun', {
    user: caller.id,
    username: caller.username,
    from: request.ip,
  });
  return factorAnswer(begun, caller.username, context.config);
};

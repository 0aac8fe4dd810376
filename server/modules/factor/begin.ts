import { beginFactor, factorState } from '../../access/second-factor.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { demandPassword } from '../password/demand-password.ts';
import { demandFactor } from './demand-factor.ts';
import { factorAnswer } from './factor-answer.ts';

const has = () =>
  new Problem('refused', 'You have codes of an app already. Turn them off before you set up another.');

export const handler: OperationHandler<'factor.begin'> = async (call) => {
  const { body, context, request } = call;
  const caller = signedIn(call);
  await demandPassword(call, body.password);
  const { code, on } = await factorState(context.database, caller.id);
  if (code) throw has();
  // Who has passkeys shows one: an open page and the password alone add no way in.
  if (on) await demandFactor(call, body);
  const begun = await beginFactor(context.database, context.sealing, caller.id, context.now());
  if (!begun) throw has();
  context.log.security('second-factor-begun', {
    user: caller.id,
    username: caller.username,
    from: request.ip,
  });
  return factorAnswer(begun, caller.username, context.config);
};

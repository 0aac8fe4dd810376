import { type OperationHandler, signedIn } from '../../operation.ts';
import { sessionAnswer, sessionExpiry } from './session-answer.ts';

export const handler: OperationHandler = async (call) => {
  const caller = signedIn(call);
  return sessionAnswer(caller, call.context, await sessionExpiry(caller, call.context));
};

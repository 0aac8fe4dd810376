import { renewCodes } from '../../access/recovery-codes.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { demandPassword } from '../password/demand-password.ts';
import { demandFactor } from './demand-factor.ts';

export const handler: OperationHandler<'factor.codes'> = async (call) => {
  const { body, context, request } = call;
  const { id, username } = signedIn(call);
  await demandPassword(call, body.password);
  await demandFactor(call, body);
  const codes = await renewCodes(context.database, id);
  context.log.security('recovery-codes-made', { user: id, username, from: request.ip });
  return { codes, codes_text: codes.join('\n') };
};

import { renewCodes } from '../../access/second-factor.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { demandPassword } from '../password/demand-password.ts';
import { demandCode } from './demand-code.ts';

export const handler: OperationHandler<'factor.codes'> = async (call) => {
  const { body, context, request } = call;
  const { id, username } = signedIn(call);
  await demandPassword(call, body.password);
  await demandCode(call, body.code);
  const codes = await renewCodes(context.database, id);
  context.log.security('recovery-codes-made', { user: id, username, from: request.ip });
  return { codes, codes_text: codes.join('\n') };
};

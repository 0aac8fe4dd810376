import { proveAppCode } from '../../access/second-factor.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { countTry, refuseShown } from './demand-factor.ts';

export const handler: OperationHandler<'factor.confirm'> = async (call) => {
  const { body, context, request } = call;
  const { id, username } = signedIn(call);
  const { database, log, sealing } = context;
  await countTry(call);
  const by = await proveAppCode(database, sealing, { userId: id, code: body.code, now: context.now() });
  const entry = { user: id, username, from: request.ip };
  if (by === null) {
    log.security('second-factor-refused', entry);
    throw refuseShown(body);
  }
  if (by === 'first-code') log.security('second-factor-on', entry);
};

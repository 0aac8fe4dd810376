import { whoOf } from '../../access/caller.ts';
import { readCompanyParams } from '../../access/system-parameters.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';

export const handler: OperationHandler<'sysparam.get'> = async (call) => {
  const { version, params } = await call.context.database.write(whoOf(signedIn(call)), readCompanyParams);
  return { version, ...params };
};

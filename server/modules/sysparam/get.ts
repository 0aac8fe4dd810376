import type { OperationHandler } from '../../operation.ts';
import { readCompanyParams } from '../../sysparams.ts';

export const handler: OperationHandler = async ({ context }) => {
  const { version, params } = await context.database.owner(readCompanyParams);
  return { version, ...params };
};

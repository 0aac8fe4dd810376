import { readCompanyParams } from '../../access/system-parameters.ts';
import type { OperationHandler } from '../../operation.ts';

export const handler: OperationHandler = async ({ context }) => {
  const { version, params } = await context.database.owner(readCompanyParams);
  return { version, ...params };
};

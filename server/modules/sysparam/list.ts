import { readSysparams } from '../../access/system-parameters.ts';
import type { OperationHandler } from '../../operation.ts';

export const handler: OperationHandler<'sysparam.list'> = ({ context }) => readSysparams(context);

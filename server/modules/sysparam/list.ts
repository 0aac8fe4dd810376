import { readSysparams } from '../../access/system-parameters.ts';
import type { OperationHandler } from '../../operation.ts';

export const handler: OperationHandler = ({ context }) => readSysparams(context);

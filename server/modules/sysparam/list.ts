import { readSysparams } from '../../company.ts';
import type { OperationHandler } from '../../operation.ts';

export const handler: OperationHandler = ({ context }) => readSysparams(context);

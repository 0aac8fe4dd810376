import { type OperationHandler, signedIn } from '../../operation.ts';
import { beginExport } from './begin-export.ts';

export const handler: OperationHandler<'export.create'> = (call) =>
  beginExport(call.context, signedIn(call), call.body);

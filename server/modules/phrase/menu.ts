import { type OperationHandler, signedIn } from '../../operation.ts';
import { readMenu } from './phrases.ts';

export const handler: OperationHandler<{ params: { phraseName: string } }> = (call) =>
  call.context.database.owner((client) => readMenu(client, signedIn(call), call.params.phraseName));

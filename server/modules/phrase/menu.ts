import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { readMenu } from './phrases.ts';

export const handler: OperationHandler<'phrase.menu'> = (call) =>
  call.context.database.write(whoOf(signedIn(call)), (client) =>
    readMenu(client, signedIn(call), call.params.phraseName),
  );

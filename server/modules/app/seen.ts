import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { markSeen, unseenAfter } from './recent-updates.ts';

export const handler: OperationHandler<'app.seen'> = async (call) => {
  const seen = await call.context.database.write(whoOf(signedIn(call)), (client) =>
    markSeen(client, signedIn(call).id, call.body.id),
  );
  return { unseen: unseenAfter(seen) };
};

import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { lastSeen, recentUpdates, unseenAfter } from './recent-updates.ts';

export const handler: OperationHandler<'app.updates'> = async (call) => {
  const seen = await call.context.database.write(whoOf(signedIn(call)), (client) =>
    lastSeen(client, signedIn(call).id),
  );
  return {
    unseen: unseenAfter(seen),
    items: recentUpdates.map((update) => ({ ...update, unseen: update.id > seen })),
  };
};

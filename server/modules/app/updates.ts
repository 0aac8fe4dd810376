import { type OperationHandler, signedIn } from '../../operation.ts';
import { lastSeen, recentUpdates, unseenAfter } from './recent-updates.ts';

export const handler: OperationHandler = async (call) => {
  const seen = await call.context.database.owner((client) => lastSeen(client, signedIn(call).id));
  return {
    unseen: unseenAfter(seen),
    items: recentUpdates.map((update) => ({ ...update, unseen: update.id > seen })),
  };
};

import { type OperationHandler, signedIn } from '../../operation.ts';
import { markSeen, unseenAfter } from './recent-updates.ts';

export const handler: OperationHandler<{ body: { id: number } }> = async (call) => {
  const seen = await call.context.database.owner((client) =>
    markSeen(client, signedIn(call).id, call.body.id),
  );
  return { unseen: unseenAfter(seen) };
};

import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { notificationColumns } from '../../records/notifications.ts';

export const handler: OperationHandler<{ params: { id: number } }> = async (call) => {
  const { rows } = await call.context.database.owner((client) =>
    client.query(
      `update notification n set is_archived = not is_archived, version = version + 1, updated_by = $2::bigint
       where n.id = $1::bigint and n.to_user_id = $2::bigint returning ${notificationColumns}`,
      [call.params.id, signedIn(call).id],
    ),
  );
  if (!rows[0]) throw new Problem('not-found');
  return rows[0];
};

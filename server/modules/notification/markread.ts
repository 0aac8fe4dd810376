import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { notificationColumns } from '../../records/notifications.ts';

/** A repeat changes nothing: what is read stays read. */
export const handler: OperationHandler<{ params: { id: number } }> = async (call) => {
  const values = [call.params.id, signedIn(call).id];
  const { rows } = await call.context.database.owner(async (client) => {
    await client.query(
      `update notification set is_read = true, version = version + 1, updated_by = $2::bigint
       where id = $1::bigint and to_user_id = $2::bigint and not is_read`,
      values,
    );
    return client.query(
      `select ${notificationColumns} from notification n where n.id = $1::bigint and n.to_user_id = $2::bigint`,
      values,
    );
  });
  if (!rows[0]) throw new Problem('not-found');
  return rows[0];
};

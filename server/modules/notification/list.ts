import { type OperationHandler, signedIn } from '../../operation.ts';
import { notificationColumns, notificationPage } from '../../records/notifications.ts';

export const handler: OperationHandler<{ query: { is_archived?: boolean; offset?: number } }> = async (
  call,
) => {
  const { rows } = await call.context.database.owner((client) =>
    client.query(
      `select ${notificationColumns} from notification n
       where n.to_user_id = $1::bigint and n.is_archived = $2::boolean
       order by n.id desc limit ${notificationPage} offset $3::integer`,
      [signedIn(call).id, call.query.is_archived ?? false, call.query.offset ?? 0],
    ),
  );
  return rows;
};

import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';

export const handler: OperationHandler<'notification.poll'> = async (call) => {
  const { rows } = await call.context.database.write(whoOf(signedIn(call)), (client) =>
    client.query<{ count: number }>(
      `select count(*)::integer as count from notification
       where to_user_id = $1::bigint and not is_read and not is_archived`,
      [signedIn(call).id],
    ),
  );
  return { count: rows[0]?.count ?? 0 };
};

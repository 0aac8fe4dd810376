import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';

export const handler: OperationHandler<'option.get'> = async (call) => {
  const { rows } = await call.context.database.write(whoOf(signedIn(call)), (client) =>
    client.query<{ value: unknown }>(
      'select value from user_option where user_id = $1::bigint and name = $2::text',
      [signedIn(call).id, call.params.name],
    ),
  );
  return rows[0]?.value ?? null;
};

import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';

export const handler: OperationHandler<'option.list'> = async (call) => {
  const names = call.query.options?.split(',').filter((name) => name !== '') ?? null;
  const { rows } = await call.context.database.write(whoOf(signedIn(call)), (client) =>
    client.query<{ name: string; value: unknown }>(
      `select name, value from user_option
       where user_id = $1::bigint and ($2::text[] is null or name = any($2::text[])) order by name`,
      [signedIn(call).id, names],
    ),
  );
  return Object.fromEntries(rows.map((row) => [row.name, row.value]));
};

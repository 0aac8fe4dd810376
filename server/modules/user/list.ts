import type { OperationAnswer } from '#src/generated/operations.ts';
import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';

export const handler: OperationHandler<'user.list'> = async (call) => {
  const { rows } = await call.context.database.read(whoOf(signedIn(call)), {}, (client) =>
    client.query<OperationAnswer['user.list'][number]>(
      `select id, username, full_name, valuer, active from app_user
       where active or not $1::boolean order by lower(full_name), id`,
      [call.query.activeOnly ?? false],
    ),
  );
  return rows;
};

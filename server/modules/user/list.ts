import type { OperationAnswer } from '#src/generated/operations.ts';
import type { OperationHandler } from '../../operation.ts';

export const handler: OperationHandler<'user.list'> = async ({ query, context }) => {
  const { rows } = await context.database.owner((client) =>
    client.query<OperationAnswer['user.list'][number]>(
      `select id, username, full_name, valuer, active from app_user
       where active or not $1::boolean order by lower(full_name), id`,
      [query.activeOnly ?? false],
    ),
  );
  return rows;
};

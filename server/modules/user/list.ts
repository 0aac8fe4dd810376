import type { OperationHandler } from '../../operation.ts';

export const handler: OperationHandler<{ query: { activeOnly?: boolean } }> = async ({ query, context }) => {
  const { rows } = await context.database.owner((client) =>
    client.query(
      `select id, username, full_name, valuer, active from app_user
       where active or not $1::boolean order by lower(full_name), id`,
      [query.activeOnly ?? false],
    ),
  );
  return rows;
};

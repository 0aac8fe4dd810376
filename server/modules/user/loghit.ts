import { type OperationHandler, signedIn } from '../../operation.ts';

export const handler: OperationHandler<'user.loghit'> = async (call) => {
  await call.context.database.owner((client) =>
    client.query('insert into hit_log (user_id, path) values ($1::bigint, $2::text)', [
      signedIn(call).id,
      call.body.path,
    ]),
  );
};

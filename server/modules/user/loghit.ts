import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';

export const handler: OperationHandler<'user.loghit'> = async (call) => {
  const caller = signedIn(call);
  await call.context.database.write(whoOf(caller), (client) =>
    client.query('insert into hit_log (user_id, path) values ($1::bigint, $2::text)', [
      caller.id,
      call.body.path,
    ]),
  );
};

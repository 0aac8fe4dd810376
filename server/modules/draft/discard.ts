import { type OperationHandler, signedIn } from '../../operation.ts';
import { type PlaceQuery, placeOf } from './drafts.ts';

export const handler: OperationHandler<{ query: PlaceQuery }> = async (call) => {
  const caller = signedIn(call);
  const { screen, block, record } = placeOf(call.query);
  await call.context.database.owner((client) =>
    client.query(
      'delete from draft where user_id = $1::bigint and screen = $2::text and block = $3::text and record = $4::text',
      [caller.id, screen, block, record],
    ),
  );
};

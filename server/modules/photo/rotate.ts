import { type OperationHandler, signedIn } from '../../operation.ts';
import { holdOwn, readPhoto } from './photos.ts';

/** The picture stays as it came; how it is held is turned. */
export const handler: OperationHandler<{ params: { id: number }; body: { turn: 'left' | 'right' } }> = async (
  call,
) => {
  const { id: callerId } = signedIn(call);
  const { body, params } = call;
  return call.context.database.owner(async (client) => {
    await holdOwn(client, callerId, params.id);
    await client.query(
      `update photo set rotation = (rotation + $2::integer) % 360, version = version + 1, updated_by = $3::bigint
       where id = $1::bigint`,
      [params.id, body.turn === 'right' ? 90 : 270, callerId],
    );
    return readPhoto(client, callerId, params.id);
  });
};

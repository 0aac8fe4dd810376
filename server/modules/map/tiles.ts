import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { tileBox } from './tile-box.ts';

/** A tile of two kilometres over the densest town has some 6,000; what is beyond is a file with one place for everything. */
const most = 20_000;

export const handler: OperationHandler<'map.tiles'> = async (call) => {
  const { zoom, x, y } = call.params;
  const { rows } = await call.context.database.read(whoOf(signedIn(call)), { dataset: 'both' }, (client) =>
    client.query<{ id: number; rings: string }>(
      `select property_id as id, translate(encode(rings, 'base64'), E'\\n', '') as rings from parcel_shape
         where id = any (parcels_meeting($1::box, $2::integer)) order by property_id`,
      [tileBox(zoom, x, y), most + 1],
    ),
  );
  const sent = rows.slice(0, most);
  return {
    ids: sent.map(({ id }) => id),
    rings: sent.map(({ rings }) => rings),
    cut: sent.length < rows.length,
  };
};

import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { tileBox } from './tile-box.ts';

/** Towers of strata stand in few tiles; what is beyond is a file with one place for everything. */
const most = 20_000;

export const handler: OperationHandler<'map.lots'> = async (call) => {
  const { zoom, x, y } = call.params;
  const { rows } = await call.context.database.read(whoOf(signedIn(call)), { dataset: 'both' }, (client) =>
    client.query<{
      id: number;
      property_id: number;
      label: string;
      stratum: boolean;
      stratum_level: number | null;
      rings: string;
    }>(
      `select id, property_id, label, stratum, stratum_level,
         translate(encode(rings, 'base64'), E'\\n', '') as rings from lot_shape
       where id = any (lots_meeting($1::box, $2::integer)) order by id`,
      [tileBox(zoom, x, y), most + 1],
    ),
  );
  const sent = rows.slice(0, most);
  return {
    ids: sent.map(({ id }) => id),
    properties: sent.map(({ property_id }) => property_id),
    labels: sent.map(({ label }) => label),
    strata: sent.map(({ stratum }) => stratum),
    levels: sent.map(({ stratum_level }) => stratum_level),
    rings: sent.map(({ rings }) => rings),
    cut: sent.length < rows.length,
  };
};

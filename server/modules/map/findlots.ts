import { readLot } from '#src/core/lot-name.ts';
import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';

const most = 20;

export const handler: OperationHandler<'map.findlots'> = async (call) => {
  const caller = signedIn(call);
  const wanted = readLot(call.query.text);
  if (!wanted) return { items: [], more: false };
  const { lot, section, planType, plan } = wanted;
  const { rows } = await call.context.database.read(whoOf(caller), { dataset: 'both' }, (client) =>
    client.query<{
      id: number;
      property_id: number;
      label: string;
      stratum: boolean;
      level: number | null;
      lat: number;
      lon: number;
    }>(
      `select id, property_id, label, stratum, stratum_level as level, lat, lon from lot_shape
       where in_force and plan = $1::text and ($2::text is null or lot = $2) and ($3::text is null or section = $3)
         and ($4::text is null or plan_type = $4)
       order by length(lot) nulls first, lot, section nulls first, plan_type limit $5::integer`,
      [plan, lot, section, planType, most + 1],
    ),
  );
  return { items: rows.slice(0, most), more: rows.length > most };
};

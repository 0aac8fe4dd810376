import { decodeRings } from '#src/core/rings.ts';
import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';
import { shapeColumns } from './streets.ts';

/** Part of the lot below that a stratum takes of each side. */
const share = 0.6;
/** The strata over one lot: a car park below the ground, and two floors above it. */
const levels = [-1, 1, 2] as const;

interface Below {
  readonly rings: Buffer;
  readonly plan: number;
  readonly owner: string;
  readonly district_code: string;
  readonly lat: number;
  readonly lon: number;
}

/**
 * Lots of the layer of lots where there is most to be seen of them: of the towns' centres, and the land of strata plans. Over
 * three lots of each centre lie strata that belong to the property next door.
 */
export async function plantLots(client: OwnerClient): Promise<Readonly<Record<string, number>>> {
  const ground = await writeRows(client, {
    action: 'insert',
    table: 'lot_shape',
    columns: {
      property_id: 'l.property_id',
      district_code: 'l.district_code',
      lot: 'l.lot',
      plan_type: 'l.plan_type',
      plan: 'l.plan',
      bounds: 'l.bounds',
      rings: 'l.rings',
      area: 'l.area',
      lat: 'l.lat',
      lon: 'l.lon',
      synthetic: 'true',
    },
    from: `(select distinct on (case when g.plan_type = 'DP' then g.lot end, g.plan_type, g.plan)
        p.id as property_id, p.district_code, case when g.plan_type = 'DP' then g.lot end as lot, g.plan_type, g.plan,
        s.bounds, s.rings, s.area, p.lat, p.lon
      from property p
      join legal_lot g on g.property_id = p.id
      join parcel_shape s on s.property_id = p.id and s.in_force
      where p.synthetic and p.lat is not null and (p.strata_plan is not null or p.zone_code in ('E1', 'MU1'))
      order by 3, 4, 5, p.id) l`,
  });
  const strata = await strataOf(client);
  const above = await writeRows(client, {
    action: 'insert',
    table: 'lot_shape',
    columns: {
      property_id: 'l.property_id',
      district_code: 'l.district_code',
      lot: 'l.lot',
      plan_type: "'DP'",
      plan: 'l.plan',
      stratum: 'true',
      stratum_level: 'l.level',
      bounds: 'l.bounds::box',
      rings: 'l.rings::bytea',
      area: 'l.area',
      lat: 'l.lat',
      lon: 'l.lon',
      synthetic: 'true',
    },
    from: `jsonb_to_recordset($1::jsonb) as l (property_id bigint, district_code text, lot text, plan text, level integer,
      bounds text, rings text, area numeric, lat double precision, lon double precision)`,
    values: [JSON.stringify(strata)],
  });
  return { lot_shape: ground + above };
}

async function strataOf(client: OwnerClient): Promise<readonly object[]> {
  const { rows } = await client.query<Below>(
    `select rings, 1300000 + row_number() over (order by id) as plan, owner, district_code, lat, lon
     from (select p.id, p.district_code::text, s.rings, p.lat, p.lon,
         row_number() over (partition by p.district_code order by p.suburb, p.street_name, p.id) as place,
         lead(p.id) over (partition by p.district_code order by p.suburb, p.street_name, p.id) as owner
       from property p
       join lot_shape s on s.property_id = p.id and s.in_force
       where p.synthetic and p.strata_plan is null and p.zone_code in ('E1', 'MU1')) c
     where place in (1, 3, 5) and owner is not null`,
  );
  return rows.flatMap(({ rings, plan, owner, district_code, lat, lon }) => {
    const [corners = []] = decodeRings(rings);
    const shape = shapeColumns(shrunk(corners));
    return levels.map((level, i) => ({
      ...shape,
      property_id: owner,
      district_code,
      lot: String(101 + i),
      plan: String(plan),
      level,
      lat,
      lon,
    }));
  });
}

/** The same ring drawn in towards its middle. */
function shrunk(ring: ArrayLike<number>): readonly number[] {
  const all = Array.from(ring);
  const middle = (from: number) =>
    all.reduce((sum, value, i) => (i % 2 === from ? sum + value : sum), 0) / (all.length / 2);
  const [x, y] = [middle(0), middle(1)];
  return all.map((value, i) => {
    const to = i % 2 === 0 ? x : y;
    return Math.round(to + (value - to) * share);
  });
}

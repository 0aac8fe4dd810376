import { decodeRings } from '#src/core/rings.ts';
import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';
import { shapeColumns } from './streets.ts';

/** A house lot of each district by its place among them, from the first PID on; benchmarks and strata lots apart. */
const lots = `(select p.id, row_number() over (partition by p.district_code order by p.id) as place
  from property p where p.synthetic and p.status = 'A' and p.strata_plan is null and p.benchmark_type is null
    and p.frontage is not null and p.area between 410 and 490) l`;

/**
 * What reports of value exceptions look for, once in each district, and beside it what is just within: other sources of
 * areas, a local government value that differs at a general valuation, a worksheet that missed the export, improvements
 * without a rate. Nothing of it lies after `today`.
 */
export async function plantValueExceptions(client: OwnerClient, today: string): Promise<void> {
  await plantAreas(client);
  await writeRows(client, {
    action: 'update',
    table: 'property_value',
    fields: {},
    marks: { land_value: 'round_land_value(t.land_value::bigint * 1.06)' },
    from: lots,
    where: "l.place = 31 and t.property_id = l.id and t.series = 'LG' and t.base_date = lt_base_date()",
  });
  await plantExport(client, today);
  await writeRows(client, {
    action: 'update',
    table: 'analysis_improvement',
    fields: {},
    marks: { quantity: 'null', rate: 'null' },
    from: `(select min(a.id) as id from analysis a where a.synthetic and a.added_value > 0
      and a.contract_date between sale_window_start(2025) and sale_window_end(2025) group by a.district_code) a`,
    where: "t.analysis_id = a.id and t.type = 'MA'",
  });
}

/** No change of an area of the year: the other source came later, or was typed wrong. */
async function plantAreas(client: OwnerClient): Promise<void> {
  await client.query('alter table property disable trigger area_change');
  await writeRows(client, {
    action: 'update',
    table: 'property',
    fields: {},
    marks: {
      // 5 % off, a hectare read as a square metre; 1.9 % and 9 m² are within.
      area_vg: `case l.place when 21 then round(t.area * 1.05, 1) when 22 then t.area * 10000 when 23 then round(t.area * 1.019, 1)
        when 24 then t.area + 9 else t.area_vg end`,
      frontage: 'case l.place when 25 then round(t.frontage * 1.2, 1) else t.frontage end',
      // Not read: two frontages.
      dimensions: `case l.place when 25 then null when 26 then round(t.frontage * 1.1, 1) || ' X ' || t.depth
        when 27 then '20.12/18 X 50' else t.dimensions end`,
    },
    from: lots,
    where: 't.id = l.id and l.place between 21 and 27',
  });
  // Of one nobody knows the area.
  await writeRows(client, {
    action: 'update',
    table: 'property',
    fields: {},
    marks: { area: 'null' },
    from: lots,
    where: "t.id = l.id and l.place = 28 and t.district_code = '012'",
  });
  await client.query('alter table property enable trigger area_change');
  await plantShapes(client);
  await writeRows(client, {
    action: 'update',
    table: 'sale',
    fields: {},
    marks: { area: 'round(t.area * 1.08, 1)' },
    from: `(select distinct on (p.district_code) s.id from sale s join property p on p.id = s.property_id
      where s.synthetic and s.area > 410 and s.area < 2000 and s.dealing_size = 1 and p.strata_plan is null and p.status = 'A'
        and not exists (select from sale o where o.property_id = s.property_id and o.id <> s.id)
      order by p.district_code, p.id) l`,
    where: 't.id = l.id',
  });
}

/** Of one lot a strip at its back is not in its shape: 8 % of the land. */
async function plantShapes(client: OwnerClient): Promise<void> {
  const { rows } = await client.query<{ id: string; rings: Buffer }>(
    `select s.id, s.rings from parcel_shape s join ${lots} on l.id = s.property_id and l.place = 29 where s.in_force`,
  );
  for (const { id, rings } of rows) {
    const [corners = []] = decodeRings(rings);
    const [ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0, dx = 0, dy = 0] = corners;
    const towards = (from: number, to: number) => Math.round(from + (to - from) * 0.92);
    const ring = [ax, ay, bx, by, towards(bx, cx), towards(by, cy), towards(ax, dx), towards(ay, dy)];
    const { bounds, rings: bytes, area } = shapeColumns(ring);
    await client.query('update parcel_shape set bounds = $2, rings = $3, area = $4 where id = $1', [
      id,
      bounds,
      bytes,
      area,
    ]);
  }
}

/** The district that is locked has exported its worksheets, but for one that was finished before. */
async function plantExport(client: OwnerClient, today: string): Promise<void> {
  await client.query('alter table worksheet disable trigger user');
  await writeRows(client, {
    action: 'update',
    table: 'worksheet',
    fields: {},
    marks: {
      exported_on: "case when l.place > 1 then date '2026-11-16' end",
      updated_at: "timestamptz '2026-11-02 14:10+11'",
    },
    from: `(select w.id, row_number() over (order by w.property_id desc) as place from worksheet w
      join district_year y on y.district_code = w.district_code and y.base_date = w.base_date and y.synthetic and y.state = 'LOCKED'
      where w.synthetic and w.stage = 'DONE' and w.base_date = future_base_date() and date '2026-11-16' <= $1::date) l`,
    where: 't.id = l.id',
    values: [today],
  });
  await client.query('alter table worksheet enable trigger user');
}

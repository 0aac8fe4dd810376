import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';
import { plantGroupFindings } from './group-planted.ts';

/**
 * What happened to values and lots of the demo, made of the rows that are loaded: every verification that a value tells,
 * objections that were allowed, refused, withdrawn and are open, changes of
 * areas, the factors of the year under work, and section 28 groups. Nothing of it lies after `today`.
 */
export async function plantEvents(
  client: OwnerClient,
  today: string,
): Promise<Readonly<Record<string, number>>> {
  // The values say already what follows from these.
  await client.query('alter table verification disable trigger value_new');
  const verification = await writeRows(client, {
    action: 'insert',
    table: 'verification',
    columns: {
      property_id: 'v.property_id',
      district_code: 'v.district_code',
      synthetic: 'true',
      base_date: 'v.base_date',
      verification_type: 'v.verification_type',
      verified_on: 'v.verified_on',
      verified_by: 'v.verified_by',
      risk_rating: 'v.risk_rating',
      note: `case when v.property_id % 17 = 3 and v.verification_type = 'INSPECTD'
        then 'Slope to the rear, drainage easement seen from the street.' end`,
    },
    from: `property_value v where v.synthetic and v.series = 'LT' and v.verified_on is not null
      order by v.property_id, v.base_date`,
  });
  await client.query('alter table verification enable trigger value_new');
  const objection = await writeRows(client, {
    action: 'insert',
    table: 'objection',
    columns: {
      property_id: 'o.property_id',
      district_code: 'o.district_code',
      synthetic: 'true',
      base_date: 'o.base_date',
      lodged_on: 'o.lodged_on',
      by_type:
        "case when o.property_id % 11 = 5 then 'LESSEE' when o.property_id % 13 = 2 then 'AGENT' else 'OWNER' end",
      ground: "case when o.property_id % 5 = 0 then 'AREA' else 'HIGH' end",
      claimed_value: 'round_land_value(o.lv_after * 0.93)',
      decided_on: "case when o.outcome <> 'OPEN' then o.decided_on end",
      outcome: 'o.outcome',
      lv_before: 'o.lv_before',
      lv_after: "case when o.outcome <> 'OPEN' then o.lv_after end",
      appeal: "o.outcome = 'DISALLOWED' and o.property_id % 19 = 4",
    },
    from: `(
      with factor as (
        select district_code, base_date, factor_component, min(factor_applied) as f from property_value
        where synthetic and series = 'LT' and factor_applied is not null group by 1, 2, 3),
      heard as (
        select v.property_id, v.district_code, v.base_date, v.method, v.land_value::bigint as lv_after,
          round_land_value(b.land_value::bigint * f.f) as factored,
          make_date(extract(year from v.base_date)::integer + 1, 2, 1) + (v.property_id % 55)::integer as lodged_on,
          make_date(extract(year from v.base_date)::integer + 1, 4, 1) + (v.property_id % 80)::integer as decided_on
        from property_value v join property p on p.id = v.property_id
        left join property_value b on b.property_id = v.property_id and b.series = 'LT'
          and b.base_date = v.base_date - interval '1 year'
        left join factor f on f.district_code = v.district_code and f.base_date = v.base_date
          and f.factor_component = p.component_code
        where v.synthetic and v.series = 'LT' and v.base_date < future_base_date()
          and (v.method = 'O' or (v.method = 'F' and v.property_id % 463 = 7)))
      select h.*, case when h.method = 'O' then greatest(h.factored, h.lv_after) else h.lv_after end as lv_before,
        case when h.decided_on > $1::date or (h.method = 'F' and h.base_date = lt_base_date() and h.property_id % 3 = 0)
          then 'OPEN'
          when h.method = 'O' then case when h.property_id % 4 = 0 then 'ALLOWED' else 'PARTLY' end
          when h.property_id % 7 = 0 then 'WITHDRAWN' else 'DISALLOWED' end as outcome
      from heard h where h.lodged_on <= $1::date order by h.property_id, h.base_date) o`,
    values: [today],
  });
  const area = await writeRows(client, {
    action: 'insert',
    table: 'area_change',
    columns: {
      property_id: 'p.id',
      district_code: 'p.district_code',
      synthetic: 'true',
      changed_at: 'c.changed_at',
      changed_by: '(select min(id) from app_user where valuer and synthetic)',
      old_area: 'case when p.id % 7 = 0 then p.area else round(p.area * (0.94 + (p.id % 13) / 100.0), 1) end',
      old_unit: "case when p.id % 7 <> 0 then p.area_unit when p.area_unit = 'M' then 'H' else 'M' end",
      old_dimensions: 'p.dimensions',
      new_area: 'p.area',
      new_unit: 'p.area_unit',
      new_dimensions: 'p.dimensions',
      reason: `(array['Survey plan registered', 'Road widening', 'Area corrected after inspection'])[1 + p.id % 3]`,
    },
    from: `property p, lateral (
        select ((lt_base_date() + (p.id % 360)::integer) + time '10:00') at time zone 'UTC' as changed_at) c
      where p.synthetic and p.status = 'A' and p.area is not null and p.id % 331 = 11 and c.changed_at < $1::date
      order by p.id`,
    values: [today],
  });
  const run = await writeRows(client, {
    action: 'insert',
    table: 'factor_run',
    columns: {
      district_code: 'f.district_code',
      component_code: 'f.factor_component',
      base_date: 'f.base_date',
      factor: 'f.factor',
      n: 'f.n',
      sum_before: 'f.sum_before',
      sum_after: 'f.sum_after',
      synthetic: 'true',
      created_at: 'f.at',
      created_by: '(select min(id) from app_user where valuer and synthetic)',
    },
    from: `(
      select v.district_code, v.factor_component, v.base_date, min(v.factor_applied) as factor, count(*) as n,
        sum(b.land_value::bigint) as sum_before, sum(v.land_value::bigint) as sum_after,
        (v.base_date + 45 + time '10:00') at time zone 'UTC' as at
      from property_value v join property_value b on b.property_id = v.property_id and b.series = 'LT'
        and b.base_date = v.base_date - interval '1 year'
      where v.synthetic and v.series = 'LT' and v.method = 'F' and v.base_date = future_base_date()
      group by 1, 2, 3 order by 1, 2) f
      where f.at < $1::date`,
    values: [today],
  });
  await writeRows(client, {
    action: 'insert',
    table: 'factor_run_value',
    columns: {
      run_id: 'r.id',
      district_code: 'r.district_code',
      synthetic: 'true',
      property_id: 'v.property_id',
      new_value: 'v.land_value',
    },
    from: `factor_run r join property_value v on v.district_code = r.district_code and v.series = 'LT'
      and v.base_date = r.base_date and v.factor_component = r.component_code and v.method = 'F' and v.synthetic
      where r.synthetic order by v.property_id`,
  });
  return {
    verification,
    objection,
    area_change: area,
    factor_run: run,
    s28_group: (await plantGroups(client)) + (await plantGroupFindings(client)),
  };
}

/** Section 28 groups of three handcrafted properties each, with their weights; the last was found by lines. */
async function plantGroups(client: OwnerClient): Promise<number> {
  const groups = await writeRows(client, {
    action: 'insert',
    table: 's28_group',
    columns: {
      district_code: "'001'",
      name: 'g.name',
      base_date: 'future_base_date()',
      value: 'g.value',
      synthetic: 'true',
    },
    from: "(values ('Wharf sheds', 1250000), ('Station yard', 1000000), ('Showground', 1240000)) g (name, value)",
  });
  await writeRows(client, {
    action: 'insert',
    table: 's28_member',
    columns: {
      group_id: 'g.id',
      property_id: 'p.id',
      weight: '(array[1200, 800, 500, 1, 1, 1, 3, 2, 1])[p.place]',
    },
    from: `(select id, row_number() over (order by id) as place from property where synthetic and district_code = '001'
        and status = 'A' and handcrafted and benchmark_type is null order by id limit 9) p
      join (select id, row_number() over (order by id) as n from s28_group where synthetic) g on g.n = (p.place + 2) / 3
      order by p.place`,
  });
  await writeRows(client, {
    action: 'insert',
    table: 's28_line',
    columns: {
      group_id: 'g.id',
      seq: 'l.seq',
      description: 'l.description',
      qty: 'l.qty',
      unit: "'m²'",
      rate: 'l.rate',
    },
    from: `s28_group g, (values (1, 'Ground along the road', 4000, 185), (2, 'Ground behind', 6200, 80.2278)) l (seq, description, qty, rate)
      where g.synthetic and g.name = 'Showground' order by l.seq`,
  });
  return groups;
}

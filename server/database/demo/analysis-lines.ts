import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';

// Drawn from the number of the analysis, so that nothing else changes; the improvements sum up to what the sale paid for them.
const kinds = `
  with one as (
    select a.id, a.added_value::bigint as added, a.analysed_lv::bigint as land, a.area, (a.id * 7919) % 1000 as draw,
      case when p.benchmark_property_type in ('COM', 'IND', 'RUR') then p.benchmark_property_type else 'RES' end as kind
    from analysis a join property p on p.id = a.property_id where a.synthetic)`;

const statements: readonly string[] = [
  `${kinds}, extra as (
     select one.*, e.* from one, lateral (values
       (case kind when 'RUR' then 'FE' else 'FE' end, 'Fencing', 180::numeric, 'm', 45::numeric, 'Fair', draw % 4 = 0),
       (case kind when 'RUR' then 'CA' else 'PO' end, case kind when 'RUR' then 'Timber yards' else 'In-ground pool' end,
         1, 'item', 25000, 'Good', draw % 5 = 0 and kind in ('RES', 'RUR')),
       ('SH', 'Steel shed', 48, 'm²', 260, 'Good', draw % 3 = 0 and kind in ('RES', 'RUR', 'IND'))
     ) e (type, description, quantity, unit, rate, condition, there)
     where there and added > 120000),
   paid as (select id, sum(quantity * rate) as paid from extra group by id),
   rest as (
     select one.id, kind, draw, added - coalesce(paid.paid, 0) as main from one left join paid on paid.id = one.id where added > 0),
   line as (
     select id, 1 as posn, 'MA' as type, case kind when 'RES' then 'Dwelling' when 'RUR' then 'Homestead'
         when 'COM' then 'Shop and office' else 'Warehouse' end as description,
       greatest(1, round(main / (900 + draw))) as quantity, 'm²' as unit, 900 + draw as rate,
       (array['As new', 'Good', 'Good', 'Fair', 'Poor'])[1 + draw % 5] as condition, main::bigint as value from rest
     union all select id, 2, type, description, quantity, unit, rate, condition, null from extra)
   insert into analysis_improvement (analysis_id, posn, type, description, quantity, unit, rate, condition, value)
   select id, row_number() over (partition by id order by posn, type), type, description, quantity, unit, rate, condition, value
   from line order by id, posn, type`,
  `${kinds} insert into analysis_cost (analysis_id, posn, description, quantity, unit, rate, depreciation)
   select id, c.posn, c.description, greatest(1, round(added / 2000.0)), 'm²', c.rate, c.depreciation
   from one, (values (1, 'Shell', 1350::numeric, 25), (2, 'Fit-out', 420, 40)) c (posn, description, rate, depreciation)
   where kind = 'COM' and added > 0 and id % 3 = 0 order by id, c.posn`,
  `${kinds} insert into analysis_lease (analysis_id, posn, tenant, area, rent, outgoings, cap_rate)
   select id, 1, 'Ground floor', greatest(40, round(added / 3000.0)), greatest(1000, round((added + land) * 0.075 / 500) * 500),
     round((added + land) * 0.012 / 100) * 100, 6 + (id % 5) * 0.25
   from one where kind = 'COM' and added > 0 and id % 2 = 0 order by id`,
  `${kinds} insert into analysis_rural (analysis_id, posn, class, area, rate)
   select id, r.posn, r.class, round(area / 10000 * r.share, 2), round(land / nullif(area / 10000, 0) * r.rate / 10) * 10
   from one, (values (1, 'IMPA', 0.6, 1.15), (2, 'NATP', 0.3, 0.85), (3, 'TIMB', 0.1, 0.45)) r (posn, class, share, rate)
   where kind = 'RUR' and area >= 20000 order by id, r.posn`,
  // A neighbour of the same component that went in the same price.
  `insert into analysis_sold_with (analysis_id, posn, property_id)
   select a.id, 1, n.id from analysis a join property p on p.id = a.property_id
   cross join lateral (select q.id from property q where q.synthetic and q.status = 'A' and q.id <> p.id
     and q.district_code = p.district_code and q.component_code = p.component_code and q.suburb = p.suburb
     and q.street_name = p.street_name order by abs(q.hnum1 - p.hnum1), q.id limit 1) n
   where a.synthetic and a.id % 97 = 0 order by a.id`,
  // A price below what the land alone is worth has a reason of its own.
  `insert into analysis_adjustment (analysis_id, posn, reason, amount)
   select id, 1, 'Sold to a neighbour without an agent', purchase_price::bigint - added_value::bigint - analysed_lv::bigint
   from analysis where synthetic and purchase_price::bigint - added_value::bigint <> analysed_lv::bigint order by id`,
];

/** What improvements usually cost: of some of the sales' rates there is no such schedule, others lie outside it. */
async function addSchedules(client: OwnerClient): Promise<void> {
  await writeRows(client, {
    action: 'insert',
    table: 'improvement_schedule',
    columns: {
      name: 'q.name',
      scope: 'q.scope',
      region_id: 'q.region_id',
      district: 'q.district',
      demo: 'true',
    },
    from: `(select 'Usual rates' as name, 'GLOBAL' as scope, null::bigint as region_id, null::text as district
      union all select r.name || ' dwellings', 'REGION', r.id, null from contract_region r where r.name = 'Hunter' and r.synthetic
      union all select 'Sheds of district 001', 'DISTRICT', null, '001') q`,
    unless: ['lower(name)'],
  });
  await writeRows(client, {
    action: 'insert',
    table: 'improvement_rate',
    columns: {
      schedule_id: 's.id',
      posn: 'r.posn',
      type: 'r.type',
      description: 'r.description',
      unit: 'r.unit',
      low: 'r.low',
      high: 'r.high',
      condition: 'r.condition',
    },
    from: `improvement_schedule s join (values
      ('GLOBAL', 1, 'MA', 'Buildings', 'm²', 950, 1800, null), ('GLOBAL', 2, 'MA', 'Buildings', 'm²', 700, 1400, 'Poor'),
      ('GLOBAL', 3, 'SH', 'Sheds', 'm²', 200, 320, null), ('GLOBAL', 4, 'FE', 'Fencing', 'm', 30, 60, null),
      ('GLOBAL', 5, 'PO', 'Pools', 'item', 15000, 35000, null),
      ('REGION', 1, 'MA', 'Dwellings', 'm²', 1000, 1850, null), ('DISTRICT', 1, 'SH', 'Sheds', 'm²', 270, 340, null)
    ) r (scope, posn, type, description, unit, low, high, condition) on r.scope = s.scope
    where s.demo order by s.id, r.posn`,
  });
}

/** Value at a base date, by the formula of the calculation. */
const movedTo = (date: string) =>
  `round_land_value(moved_value(t.analysed_lv::numeric, t.time_method, t.monthly_pct / 100, (${date} - t.contract_date) / 30.4375))`;

/** What analyses rest on, line by line, and the values at the base dates as the calculation makes them. */
export async function addAnalysisLines(client: OwnerClient): Promise<void> {
  for (const text of statements) await client.query(text);
  await addSchedules(client);
  await writeRows(client, {
    action: 'update',
    table: 'analysis',
    fields: {},
    marks: {
      circumstances_adjustment: 't.purchase_price::bigint - t.added_value::bigint - t.analysed_lv::bigint',
      analysed_rate: 'round_rate(t.analysed_lv::numeric / nullif(t.area, 0))',
      alv_lt: movedTo('lt_base_date()'),
      alv_future: movedTo('future_base_date()'),
    },
    from: '(select) one',
    where: 't.synthetic',
  });
  // The three latest sales of each component beside its primary benchmark.
  await writeRows(client, {
    action: 'insert',
    table: 'analysis_benchmark',
    columns: {
      district_code: 'l.district_code',
      analysis_id: 'l.id',
      property_id: 'l.property_id',
      component_code: 'l.component_code',
      comparison: 'comparison_of(l.x)',
      difference: 'round((l.x - 1) * 100, 1)',
      text: "case comparison_of(l.x) when 'SUP' then 'Superior' when 'INF' then 'Inferior' else 'Comparable' end",
      synthetic: 'true',
    },
    from: `(select a.id, a.district_code, a.component_code, p.id as property_id,
        compared(a.alv_future::numeric, 1, v.land_value::numeric, a.area, p.area, 1) as x,
        row_number() over (partition by p.id order by a.contract_date desc, a.id) as place
      from analysis a
      join property p on p.district_code = a.district_code and p.component_code = a.component_code
        and p.benchmark_type = 'P' and p.synthetic
      join property_value v on v.property_id = p.id and v.series = 'LT' and v.base_date = future_base_date()
      where a.synthetic and a.suitability <> 'NO') l
      where l.place <= 3 and l.x is not null and (ascii(l.component_code) + ascii(reverse(l.component_code))) % 4 = 0
      order by l.id, l.property_id`,
  });
  // A vacant and an improved sale of a component.
  await writeRows(client, {
    action: 'insert',
    table: 'sale_pair',
    columns: {
      district_code: 'l.district_code',
      analysis_a: 'l.vacant',
      analysis_b: 'l.improved',
      kind: "'VACIMP'",
      item: "'Improvements'",
      adjustment: 'round(l.share * 100, 1)',
      synthetic: 'true',
    },
    from: `(select a.district_code::text as district_code, min(a.id) filter (where a.added_value = 0) as vacant,
        min(a.id) filter (where a.added_value > 0) as improved,
        avg(a.added_value::numeric / a.purchase_price) filter (where a.added_value > 0) as share
      from analysis a where a.synthetic and a.suitability = 'IN' group by 1, a.component_code) l
      where l.vacant is not null and l.improved is not null order by l.vacant`,
  });
}

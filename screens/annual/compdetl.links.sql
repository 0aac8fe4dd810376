-- Which sales stand behind the benchmarks? Those that are linked for the year, and of a report that was brought forward those of the
-- year before until they are linked again. What is proposed now is computed for the year under work alone, as the analyses are.
with at as materialized (
  select base_date_of(:year::integer) as on_date, base_date_of(:year::integer) = future_base_date() as now,
    (select max(y.brought_from) from component_year y where y.district_code = :district::text and y.component_code = :comp::text
      and y.base_date = base_date_of(:year::integer)) as brought_from,
    contract_region_of(:district::text) as region
), linked as materialized (
  select l.*, l.base_date < a.on_date as again
  from analysis_benchmark l cross join at a
  where l.district_code = :district::text and l.component_code = :comp::text and l.district_code = any(:districts::text[])
    and (l.base_date = a.on_date or l.base_date = a.brought_from and not exists (
      select from analysis_benchmark n where n.analysis_id = l.analysis_id and n.property_id = l.property_id and n.base_date = a.on_date))
), measures as materialized (
  select s.synthetic, component_level(:district::text, :comp::text, s.synthetic) as level, component_slope(:district::text, :comp::text, s.synthetic) as slope
  from (select distinct synthetic from linked) s cross join at a where a.now
)
select l.id as link_id, l.version as link_version, l.district_code::text as district_code, l.component_code, l.analysis_id, s.sale_id,
  s.address, s.contract_date, l.property_id, b.benchmark_type, case when a.now then s.alv_lt end::bigint as s0,
  case when a.now then s.alv_future when a.on_date = lt_base_date() then s.alv_lt end::bigint as s1, v.land_value::bigint as v1,
  l.comparison, l.difference, l.text, l.linked_by, l.again,
  case when l.again then format('Of %s: link again', extract(year from l.base_date)) end as stale,
  round((c.x - 1) * 100, 1) as proposed_difference,
  comparison_of(c.x, setting_number('comparison.band', a.region) / 100) as proposed
from linked l
cross join at a
join analysis_record s on s.id = l.analysis_id
left join property p on p.id = l.property_id
left join benchmark_year b on b.property_id = l.property_id and b.base_date = a.on_date
left join property_value v on v.property_id = l.property_id and v.series = 'LT' and v.base_date = a.on_date
left join measures m on m.synthetic = l.synthetic
left join lateral (select case when a.now then compared(s.alv_future::numeric, m.level, v.land_value::numeric, s.area, p.area, m.slope,
  setting_number('comparison.area.like', a.region) / 100, setting_number('comparison.area.most', a.region)) end as x) c on true

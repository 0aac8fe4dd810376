-- A row for each active component of the district: what it can link, what it has linked, and how it stands.
with lots as materialized (
  select p.component_code, p.synthetic, count(*)::integer as benchmarks_n, count(*) filter (where coalesce(v.land_value::bigint, 0) = 0)::integer as unvalued_n
  from property as p
  left join property_value as v on v.property_id = p.id and v.series = 'LT' and v.base_date = future_base_date()
  where p.district_code::text = :district::text and p.district_code::text = any(:districts::text[])
    and p.benchmark_type is not null and p.status = 'A'
  group by 1, 2
), sales as materialized (
  select s.component_code, s.synthetic, count(*)::integer as eligible_n
  from value_sales(array[:district::text], extract(year from future_base_date())::integer) as s
  where s.district_code = any(:districts::text[])
  group by 1, 2
), links as materialized (
  select p.component_code, p.synthetic, count(*) filter (where l.linked_by = 'RUN')::integer as run_n,
    count(*) filter (where l.linked_by = 'HAND')::integer as hand_n
  from analysis_benchmark as l
  join property as p on p.id = l.property_id
  where l.district_code::text = :district::text and l.district_code::text = any(:districts::text[]) and l.base_date = future_base_date()
  group by 1, 2
)
select c.id, c.district_code::text as district_code, c.code, c.description, c.zone_code, u.full_name as valuer_name, y.factor, y.applied_on, y.last_link_on,
  coalesce(b.benchmarks_n, 0) as benchmarks_n, coalesce(b.unvalued_n, 0) as unvalued_n, coalesce(s.eligible_n, 0) as eligible_n,
  coalesce(l.run_n, 0) as run_n, coalesce(l.hand_n, 0) as hand_n,
  case when coalesce(b.benchmarks_n, 0) = 0 then 'No benchmark' when b.benchmarks_n = b.unvalued_n then 'Benchmark without value'
    when coalesce(s.eligible_n, 0) = 0 then 'No analysed sale' when coalesce(l.run_n, 0) + coalesce(l.hand_n, 0) = 0 then 'To link'
    when y.last_link_on is null then 'Linked in part' else 'Linked' end as standing,
  extract(year from future_base_date())::integer as base_year
from component as c
left join app_user as u on u.id = c.valuer_id
left join component_year as y on y.district_code = c.district_code and y.component_code = c.code and y.synthetic = c.synthetic
  and y.base_date = future_base_date()
left join lots as b on b.component_code = c.code and b.synthetic = c.synthetic
left join sales as s on s.component_code = c.code and s.synthetic = c.synthetic
left join links as l on l.component_code = c.code and l.synthetic = c.synthetic
where c.district_code::text = :district::text and c.district_code = any(:districts::text[]) and c.active
order by c.zone_code, c.code

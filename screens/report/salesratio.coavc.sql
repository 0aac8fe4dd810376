-- Comparison of average value change by zone (test 300): the mean change of the properties whose sales were analysed
-- against the mean change of all others; they should differ by 5 % at most.
-- counts: properties by property_id
with analysed as materialized (
  select distinct a.property_id
  from analysis as a
  where a.district_code = any(:districts::text[]) and a.suitability is distinct from 'NO'
    and a.contract_date between coalesce(:from_date::date, sale_window_start(:year::integer))
      and coalesce(:to_date::date, sale_window_end(:year::integer))
), valued as (
  select p.id as property_id, coalesce(p.zone_code, '') as zone_code,
    v1.land_value::double precision / v0.land_value - 1 as change,
    a.property_id is not null as analysed
  from property as p
  join property_value as v0 on v0.property_id = p.id and v0.series = 'LT'
    and v0.base_date = make_date(:year::integer, 7, 1) and v0.district_code = any(:districts::text[]) and v0.land_value > 0
  join property_value as v1 on v1.property_id = p.id and v1.series = 'LT'
    and v1.base_date = make_date(:year::integer + 1, 7, 1) and v1.district_code = any(:districts::text[]) and v1.land_value > 0
  left join analysed as a on a.property_id = p.id
  where p.status = 'A'
    and p.district_code = any(:districts::text[])
    and (:zones::text[] is null or p.zone_code = any(:zones::text[]))
    and (:components::text[] is null or p.component_code = any(:components::text[]))
)
select zone_code, case when zone_code = '' then 'No zone' else zone_name(zone_code) end as zone_name,
  count(*) filter (where analysed)::integer as n_analysed, count(*) filter (where not analysed)::integer as n_rest,
  avg(change) filter (where analysed) as change_analysed, avg(change) filter (where not analysed) as change_rest,
  abs(avg(change) filter (where analysed) - avg(change) filter (where not analysed)) as coavc,
  abs(avg(change) filter (where analysed) - avg(change) filter (where not analysed)) <= 0.05 as pass,
  count(*) filter (where analysed) < 5 as small_sample
from valued
group by zone_code

-- Active properties with both values. Whether a sale was analysed is looked up in a table of all: a join to it may be run through once
-- for each property, where the planner expects few.
with analysed as materialized (
  select a.property_id
  from analysis as a
  where a.district_code = any(:districts::text[]) and a.suitability is distinct from 'NO' and a.property_id is not null
    and a.contract_date between coalesce(:from_date::date, sale_window_start(:year::integer))
      and coalesce(:to_date::date, sale_window_end(:year::integer))
)
select p.id as property_id, coalesce(p.zone_code, '') as zone_code,
  v1.land_value::double precision / v0.land_value - 1 as change,
  p.id in (select property_id from analysed) as analysed
from property as p
join property_value as v0 on v0.property_id = p.id and v0.series = 'LT'
  and v0.base_date = make_date(:year::integer, 7, 1) and v0.district_code = any(:districts::text[]) and v0.land_value > 0
join property_value as v1 on v1.property_id = p.id and v1.series = 'LT'
  and v1.base_date = make_date(:year::integer + 1, 7, 1) and v1.district_code = any(:districts::text[]) and v1.land_value > 0
where p.status = 'A'
  and p.district_code = any(:districts::text[])
  and (:zones::text[] is null or p.zone_code = any(:zones::text[]))
  and (:components::text[] is null or p.component_code = any(:components::text[]))

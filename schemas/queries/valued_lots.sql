-- The value under work of each active property by area, and why it is not compared. What a report tells besides is looked for at the
-- few that it lists.
select p.id as property_id, p.district_code::text as district_code, p.synthetic, p.suburb, p.street_name, p.component_code,
  p.area::double precision as area, v.land_value::bigint as v1,
  v.land_value::double precision / nullif(p.area, 0)::double precision as rate,
  case when coalesce(p.strata_plan, p.strata_lot) is not null then 'STRATA'
    when coalesce(p.area, 0) <= 0 then 'AREA'
    when coalesce(v.land_value, 0) <= 0 then 'VALUE'
    when p.component_code is null then 'COMPONENT' end as not_compared,
  (:zones::text[] is null or p.zone_code = any(:zones::text[]))
    and (:components::text[] is null or p.component_code = any(:components::text[]))
    and (:valuers::text[] is null or p.valuer_id::text = any(:valuers::text[]))
    and (:types::text[] is null or p.benchmark_property_type = any(:types::text[])) as chosen
from property as p
left join property_value as v on v.property_id = p.id and v.series = 'LT' and v.base_date = base_date_of(:year::integer + 1)
  and v.district_code = any(:districts::text[])
where p.district_code = any(:districts::text[])
  and p.status = 'A'

-- The properties that are a benchmark today, whatever their status.
select p.id as property_id, p.district_code::text as district_code, p.status, p.component_code, p.benchmark_type, p.address, p.area, p.area_unit,
  p.zone_code, c.zone_code as component_zone, p.synthetic, v0.land_value::bigint as v0, v1.land_value::bigint as v1, b.comment
from property as p
left join component as c on c.district_code = p.district_code and c.code = p.component_code and c.synthetic = p.synthetic
left join property_value as v0 on v0.property_id = p.id and v0.series = 'LT' and v0.base_date = base_date_of(:year::integer)
left join property_value as v1 on v1.property_id = p.id and v1.series = 'LT' and v1.base_date = base_date_of(:year::integer + 1)
left join benchmark_year as b on b.property_id = p.id and b.base_date = base_date_of(:year::integer + 1)
where p.benchmark_type is not null
  and p.district_code = any(:districts::text[])
  and (:zones::text[] is null or p.zone_code = any(:zones::text[]))
  and (:components::text[] is null or p.component_code = any(:components::text[]))
  and (:types::text[] is null or p.benchmark_property_type = any(:types::text[]))
  and (:valuers::bigint[] is null or c.valuer_id = any(:valuers::bigint[]))
  and (coalesce(:include_non_homogeneous::boolean, true) or not coalesce(c.non_homogeneous, false))

-- Active properties with the LT value of the base year and the future value a year later; 0 is no value.
select p.id as property_id, p.district_code::text as district_code, p.synthetic, coalesce(p.zone_code, '') as zone_code,
  coalesce(p.component_code, '') as component_code, coalesce(p.benchmark_property_type, '') as property_class, p.benchmark_type,
  p.address, p.area, p.strata_lot is not null as strata, p.handcrafted, p.risk_rating,
  nullif(v0.land_value, 0)::bigint as v0, nullif(v1.land_value, 0)::bigint as v1, v1.method
from property as p
left join component as c on c.district_code = p.district_code and c.code = p.component_code and c.synthetic = p.synthetic
left join property_value as v0 on v0.property_id = p.id and v0.series = 'LT' and v0.base_date = base_date_of(:year::integer)
  and v0.district_code = any(:districts::text[])
left join property_value as v1 on v1.property_id = p.id and v1.series = 'LT' and v1.base_date = base_date_of(:year::integer + 1)
  and v1.district_code = any(:districts::text[])
where p.status = 'A'
  and p.district_code = any(:districts::text[])
  and (:zones::text[] is null or p.zone_code = any(:zones::text[]))
  and (:components::text[] is null or p.component_code = any(:components::text[]))
  and (:benchmark_types::text[] is null or p.benchmark_property_type = any(:benchmark_types::text[]))
  and (:valuers::bigint[] is null or c.valuer_id = any(:valuers::bigint[]))

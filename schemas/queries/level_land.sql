-- The active properties of the filters with their values and the zone or component that they count in. The analysed sales are those of
-- the whole window, so that a filter does not make an analysed property one of the rest.
-- uses: window_analyses
select p.id as property_id, p.synthetic, p.district_code::text as district_code,
  coalesce(case when :by::text = 'component' then p.component_code else p.zone_code end, 'none') as group_code,
  v0.land_value::bigint as v0, v1.land_value::bigint as v1,
  case when v0.land_value > 0 and v1.land_value > 0 then v1.land_value::double precision / v0.land_value - 1 end as change,
  a.property_id is not null as analysed
from property as p
left join component as c on c.district_code = p.district_code and c.code = p.component_code and c.synthetic = p.synthetic
left join property_value as v0 on v0.property_id = p.id and v0.series = 'LT' and v0.base_date = base_date_of(:year::integer)
  and v0.district_code = any(:districts::text[])
left join property_value as v1 on v1.property_id = p.id and v1.series = 'LT' and v1.base_date = base_date_of(:year::integer + 1)
  and v1.district_code = any(:districts::text[])
left join (select distinct property_id from window_analyses) as a on a.property_id = p.id
where p.district_code = any(:districts::text[])
  and p.status = 'A'
  and (:zones::text[] is null or p.zone_code = any(:zones::text[]))
  and (:components::text[] is null or p.component_code = any(:components::text[]))
  and (:property_types::text[] is null or p.benchmark_property_type = any(:property_types::text[]))
  and (:valuers::bigint[] is null or c.valuer_id = any(:valuers::bigint[]))
  and (coalesce(:include_non_homogeneous::boolean, true) or not coalesce(c.non_homogeneous, false))

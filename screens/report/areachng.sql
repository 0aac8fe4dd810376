-- Which areas changed within the base year, who changed them and why?
-- Changes of active properties from the base date to the day before the next one. A change of the unit alone has no difference.
-- Change of value is V1 ÷ V0 − 1.
-- counts: properties by property_id
select c.id as change_id, c.property_id, c.district_code::text as district_code, p.address, p.zone_code, p.component_code, c.changed_at,
  c.changed_name, c.old_area, c.old_unit, c.new_area, c.new_unit, nullif(c.new_area - c.old_area, 0) as area_difference,
  nullif(c.new_area - c.old_area, 0) / nullif(c.old_area, 0) as area_share, c.old_dimensions, c.new_dimensions, c.reason as change_reason,
  c.supp_id, v0.land_value::bigint as v0, v1.land_value::bigint as v1, v1.land_value::numeric / nullif(v0.land_value, 0) - 1 as value_change
from area_change_record as c
join property as p on p.id = c.property_id and p.status = 'A'
left join property_value as v0 on v0.property_id = p.id and v0.series = 'LT' and v0.base_date = base_date_of(:year::integer)
left join property_value as v1 on v1.property_id = p.id and v1.series = 'LT' and v1.base_date = base_date_of(:year::integer + 1)
where c.district_code = any(:districts::text[])
  and c.changed_at >= base_date_of(:year::integer)::timestamp at time zone 'Australia/Sydney'
  and c.changed_at < base_date_of(:year::integer + 1)::timestamp at time zone 'Australia/Sydney'
  and (:zones::text[] is null or p.zone_code = any(:zones::text[]))
  and (:components::text[] is null or p.component_code = any(:components::text[]))
  and (:valuers::text[] is null or p.valuer_id::text = any(:valuers::text[]))
  and (:types::text[] is null or p.benchmark_property_type = any(:types::text[]))

-- Which property, and at which level do the land values of its component stand?
select s.property_id, a.id as analysis_id, p.address, p.status, s.district_code, s.zone_code, s.component_code, s.area,
  coalesce(a.area_unit, p.area_unit) as area_unit, p.benchmark_type, v0.land_value::bigint as v0, v1.land_value::bigint as v1,
  component_level(s.district_code, s.component_code, s.synthetic) as component_level, s.lat is null as without_position,
  extract(year from future_base_date())::integer as base_year, a.alv_future::bigint as s1
from comparable_subject_of(:property::bigint, :analysis::bigint) s
join property p on p.id = s.property_id
left join analysis a on a.id = :analysis::bigint
left join property_value v0 on v0.property_id = p.id and v0.series = 'LT' and v0.base_date = lt_base_date()
left join property_value v1 on v1.property_id = p.id and v1.series = 'LT' and v1.base_date = future_base_date()

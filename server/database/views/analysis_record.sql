-- Analyses with sale and property, as lists show them.

select a.*,
  d.name as district_name,
  zone_name(a.zone_code) as zone_name,
  u.full_name as valuer_name,
  p.address,
  p.suburb,
  p.status as property_status,
  p.benchmark_property_type,
  p.zone_code as property_zone_code,
  p.component_code as property_component_code,
  k.land_value_lt,
  k.land_value_future,
  round(k.land_value_lt::bigint / nullif(a.alv_lt::numeric, 0), 6) as ratio_lt,
  round(k.land_value_future::bigint / nullif(a.alv_future::numeric, 0), 6) as ratio_future,
  round(a.alv_lt::bigint / nullif(a.area, 0), 4) as alv_rate_lt,
  round(a.alv_future::bigint / nullif(a.area, 0), 4) as alv_rate_future
from analysis a
left join district d on d.code = a.district_code
left join app_user u on u.id = a.valuer_id
left join property p on p.id = a.property_id
left join property_in_force k on k.property_id = a.property_id

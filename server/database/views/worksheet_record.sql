-- Worksheets with their property, the total of their lines, and the values of the base date and of the one before.

select w.*,
  p.address,
  p.status as property_status,
  p.zone_code,
  p.component_code,
  p.area_unit,
  extract(year from w.base_date)::integer as base_year,
  t.total,
  coalesce(w.adopted_value, round_land_value(t.total)) as adopted,
  case when w.area > 0 then round(coalesce(w.adopted_value, round_land_value(t.total))::bigint / w.area, 2) end as rate,
  v0.land_value as land_value_before,
  v1.land_value as land_value,
  v1.method as value_method,
  coalesce(v1.method = 'H' and v1.land_value = coalesce(w.adopted_value, round_land_value(t.total)), false) as is_adopted,
  u.full_name as updated_name
from worksheet w
join lateral (select worksheet_total(w.id) as total) t on true
left join property p on p.id = w.property_id
left join property_value v0 on v0.property_id = w.property_id and v0.series = 'LT'
  and v0.base_date = (w.base_date - interval '1 year')::date
left join property_value v1 on v1.property_id = w.property_id and v1.series = 'LT' and v1.base_date = w.base_date
left join app_user u on u.id = w.updated_by

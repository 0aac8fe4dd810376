-- Worksheets with their property, the total of their lines, and the values of the base date, a supp's own where it is of one, and of the
-- one before.

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
  case when w.supp_id is null then v1.land_value else k.land_value end as land_value,
  case when w.supp_id is null then v1.method end as value_method,
  coalesce(case when w.supp_id is null then v1.method = 'H' and v1.land_value = coalesce(w.adopted_value, round_land_value(t.total))
    else w.stage = 'DONE' and k.land_value = coalesce(w.adopted_value, round_land_value(t.total)) end, false) as is_adopted,
  u.full_name as updated_name
from worksheet w
join lateral (select worksheet_total(w.id) as total) t on true
left join property p on p.id = w.property_id
left join property_value v0 on v0.property_id = w.property_id and v0.series = 'LT'
  and v0.base_date = (w.base_date - interval '1 year')::date
left join property_value v1 on v1.property_id = w.property_id and v1.series = 'LT' and v1.base_date = w.base_date
left join supp_value k on k.supp_id = w.supp_id and k.base_date = w.base_date and k.series = 'LT'
left join app_user u on u.id = w.updated_by

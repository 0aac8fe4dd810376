-- Changes of areas with their property, as lists show them.

select a.*,
  p.address,
  u.full_name as changed_name,
  round(100 * (a.new_area - a.old_area) / nullif(a.old_area, 0), 2) as area_change_pct
from area_change a
left join property p on p.id = a.property_id
left join app_user u on u.id = a.changed_by

-- Objections with their property, as lists show them.

select o.*,
  p.address,
  p.zone_code,
  p.component_code,
  round(100.0 * (o.lv_after::bigint - o.lv_before::bigint) / nullif(o.lv_before::bigint, 0), 2) as lv_change_pct
from objection o
left join property p on p.id = o.property_id

-- Verifications with their property, as lists show them.

select v.*,
  p.address,
  p.zone_code,
  p.component_code,
  u.full_name as verified_name
from verification v
left join property p on p.id = v.property_id
left join app_user u on u.id = v.verified_by

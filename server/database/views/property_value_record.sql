-- Land values with their property, as lists show them.

select v.*,
  extract(year from v.base_date)::integer as base_year,
  p.address,
  u.full_name as verified_name
from property_value v
left join property p on p.id = v.property_id
left join app_user u on u.id = v.verified_by

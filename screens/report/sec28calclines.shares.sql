-- What does each member of a section 28 group get of its value?
-- By weight and rounded; the largest weight, of equals the lowest PID, takes the rest, so that the members come to the group.
-- counts: properties by property_id
select s.id as member_id, s.group_id, s.district_code, s.district_code || ' ' || s.name as group_key, s.name as group_name,
  s.property_id, p.address, s.weight as member_weight, s.share as weight_share, s.value as member_value, v.land_value as v1
from s28_share as s
join property as p on p.id = s.property_id
left join property_value as v on v.property_id = s.property_id and v.series = 'LT' and v.base_date = s.base_date
where s.base_date = base_date_of(:year::integer + 1)
  and s.district_code = any(:districts::text[])

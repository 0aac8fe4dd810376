-- Properties that are not cancelled and have a value.
select p.id as item, p.district_code
from property p
where p.status <> 'X' and p.district_code = any (:districts::text[])
  and exists (select from property_value v where v.property_id = p.id and v.series = 'LT' and v.land_value is not null)
  and (:ids::bigint[] is null or p.id = any (:ids::bigint[]))

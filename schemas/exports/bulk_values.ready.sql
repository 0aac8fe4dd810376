-- Properties that are not cancelled and have a value: one in force, or else any at all. Of millions hardly one has no value
-- in force, so the values themselves are looked through for those alone.
select p.id as item, p.district_code
from property p
join property_in_force k on k.property_id = p.id
where p.status <> 'X' and p.district_code = any (:districts::text[]) and k.land_value_lt is not null
  and (:ids::bigint[] is null or p.id = any (:ids::bigint[]))
union all
select p.id, p.district_code
from property p
left join property_in_force k on k.property_id = p.id
where p.status <> 'X' and p.district_code = any (:districts::text[]) and k.land_value_lt is null
  and exists (select from property_value v where v.property_id = p.id and v.series = 'LT' and v.land_value is not null)
  and (:ids::bigint[] is null or p.id = any (:ids::bigint[]))

-- All tenures of the districts.
select t.id as item, t.district_code
from tenure t
where t.district_code = any (:districts::text[])
  and (:ids::bigint[] is null or t.id = any (:ids::bigint[]))

-- Worksheets of the year under work that are done and were not exported since.
select w.id as item, w.district_code
from worksheet w
where w.stage = 'DONE' and w.exported_on is null and w.base_date = :base::date
  and w.district_code = any (:districts::text[])
  and (:ids::bigint[] is null or w.id = any (:ids::bigint[]))
order by w.district_code, w.property_id, w.id

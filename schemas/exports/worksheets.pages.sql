select w.id as item, w.district_code, w.property_id as pid,
  concat('Worksheet ', extract(year from w.base_date), ' of property ', w.property_id, ' SID ' || w.supp_id) as name
from worksheet w
where w.id = any (:ids::bigint[])
order by w.district_code, w.property_id, w.supp_id nulls first

select a.id as item, a.district_code, a.id as aid, a.sale_summary as summary
from analysis a
where a.id = any (:ids::bigint[]) and a.sale_summary <> ''
order by a.district_code, a.id

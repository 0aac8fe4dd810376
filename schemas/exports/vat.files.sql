select e.id as item, e.district_code, e.file_id as file
from vat_exception e
where e.id = any (:ids::bigint[])
order by e.file_id, e.line_no

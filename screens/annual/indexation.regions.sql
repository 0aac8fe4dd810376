-- Regions of the contract that the reader has districts of.
select r.id, r.name
from contract_region as r
where exists (select from region_district as d where d.region_id = r.id and not d.surrounding and d.district_code = any(:districts::text[]))
order by r.name

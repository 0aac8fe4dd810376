-- The regions of the contract that the districts lie in.
select r.id, r.name
from contract_region r
where exists (select from region_district d where d.region_id = r.id and d.district_code = any(:districts::text[]))
order by r.name

select s.id, s.group_id, s.name, s.base_date, s.weight, s.share, s.value
from s28_share s
where s.property_id = :id::bigint
order by s.base_date desc, s.id

select l.id, l.lot, l.section, concat(l.plan_type, l.plan) as plan, l.part, l.tail
from legal_lot l
where l.property_id = :id::bigint
order by l.plan, l.lot, l.id

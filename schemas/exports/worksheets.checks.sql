-- A finished one may differ from the value in force: the office is told, and sends it.
select w.id as item, w.district_code, 'E' as severity, 'PID' as rule, format('Property %s is cancelled.', w.property_id) as message
from worksheet_record w
where w.id = any (:ids::bigint[]) and w.property_status = 'X'
union all
select w.id, w.district_code, 'W', 'VAL', format('It comes to %s, the value is %s.', said_amount(w.adopted),
  coalesce(said_amount(w.land_value), 'missing'))
from worksheet_record w
where w.id = any (:ids::bigint[]) and w.adopted is distinct from w.land_value
order by 1, 4

select y.id, y.version, y.district_code, y.base_date, 'LOCKED' as state, y.state as was_state, :reason::text as lock_reason, y.lock_reason as was_lock_reason,
  y.state = 'LOCKED' as same,
  case when y.state = 'ROLLED' then district_closed(y.district_code::text, y.base_date, y.synthetic) end as refused
from district_year as y
where y.district_code::text = any(:districts::text[]) and y.id = any(:ids::bigint[])
order by y.district_code, y.id

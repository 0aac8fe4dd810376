select r.id, r.version, false as same,
  case when r.state = 'UNDONE' then 'This run is undone already.'
    when b.under > 0 then 'A later factor was applied over its values. Take that one back first.'
    when b.back = 0 then coalesce(b.why, 'It wrote nothing.') end as refused,
  b.back || ' of ' || r.n || ' values go back' || case when b.kept > 0 then '; ' || b.kept || ' were changed since and stay' else '' end as note
from factor_run r, lateral (
  select count(*) filter (where x.refused is null) as back, count(x.refused) as kept, min(x.refused) as why,
    count(*) filter (where x.later) as under
  from factor_back(array[r.id]) x) b
where r.district_code::text = any(:districts::text[]) and r.id = any(:ids::bigint[])

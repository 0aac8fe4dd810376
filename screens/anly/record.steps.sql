select s.posn, s.step, s.what, s.formula, s.problem,
  case s.unit when '$' then said_amount(s.result) else trim_scale(s.result)::text || case s.unit when '%' then ' %' else ' ' || s.unit end end as result,
  case
    when stored.value is distinct from s.result and s.posn in (4, 9, 12) then coalesce(said_amount(stored.value), 'Nothing')
  end as stored
from analysis a
cross join lateral analysis_steps(a.id) s
cross join lateral (select case s.posn when 4 then a.analysed_lv::numeric when 9 then a.alv_lt::numeric
  when 12 then a.alv_future::numeric end as value) stored
where a.id = :id::bigint
order by s.posn

select a.id * 100 + c.posn as id, a.id as analysis_id, c.step, c.what, c.formula, c.problem,
  case c.unit when '$' then said_amount(c.result) else trim_scale(c.result)::text || case c.unit when '%' then ' %' else ' ' || c.unit end end as result,
  said_amount(k.value) as stored,
  case when k.value is not null or c.posn in (4, 9, 12) then k.value is not distinct from c.result end as agrees
from (select distinct l.analysis_id
  from property_value v
  join property p on p.id = v.property_id
  join property b on b.district_code = v.district_code and b.synthetic = v.synthetic
    and (b.id = v.property_id or (b.component_code = coalesce(v.factor_component, p.component_code) and b.benchmark_type = 'P'))
  join analysis_benchmark l on l.property_id = b.id and l.base_date = v.base_date
  where v.id = :id::bigint and app_may('anlyV')) q
join analysis a on a.id = q.analysis_id
cross join lateral analysis_steps(a.id) c
cross join lateral (select case c.posn when 4 then a.analysed_lv::numeric when 9 then a.alv_lt::numeric
  when 12 then a.alv_future::numeric end as value) k
order by a.contract_date desc, a.id, c.posn

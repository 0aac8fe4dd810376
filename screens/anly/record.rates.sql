select i.id, i.type, i.description, i.unit, i.rate, u.low, u.high, u.schedule,
  case when i.rate < u.low then 'Below' when i.rate > u.high then 'Above' when u.schedule is null then 'No schedule has it' else 'In range' end as judged
from analysis a
join analysis_improvement i on i.analysis_id = a.id
left join lateral usual_rate(a.district_code, a.contract_date, i.type, i.unit, i.condition) u on true
where a.id = :id::bigint and i.rate is not null
order by i.posn, i.id

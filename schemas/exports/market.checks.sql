-- What makes an analysis ready is asked when it becomes so; what may have changed since is asked here.
select a.id as item, a.district_code, case when a.suitability = 'NO' then 'W' else 'E' end as severity, 'PID' as rule,
  format('Property %s is cancelled.', p.id) as message
from analysis a join property p on p.id = a.property_id
where a.id = any (:ids::bigint[]) and p.status = 'X'
union all
select a.id, a.district_code, 'W', 'COMP', format('The property is in component %s now, the analysis in %s.', coalesce(p.component_code, 'none'), a.component_code)
from analysis a join property p on p.id = a.property_id
where a.id = any (:ids::bigint[]) and p.component_code is distinct from a.component_code
union all
select a.id, a.district_code, 'W', 'API', format('%s has no API number.', u.full_name)
from analysis a join app_user u on u.id = a.valuer_id
where a.id = any (:ids::bigint[]) and coalesce(u.api_no, '') = ''
union all
select null, b.district_code, 'W', 'BENCH', format('%s of %s benchmarks have no new value.', count(*) filter (where v.land_value is null), count(*))
from benchmark_year b
left join property_value v on v.property_id = b.property_id and v.series = 'LT' and v.base_date = b.base_date
where b.base_date = :base::date and b.district_code = any (:districts::text[])
group by b.district_code having count(*) filter (where v.land_value is null) > 0
order by 1, 4

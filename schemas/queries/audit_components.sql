-- Test 305, the factor that analysed sales imply over the component's own, from three sales on; test 910, components of more properties
-- than the limit in whose window no sale was analysed.
-- uses: ratio_analyses, component_factors, component_benchmarks, audit_limits
with implied as (
  select district_code, component_code, count(*)::integer as n,
    percentile_cont(0.5) within group (order by alv_future::double precision / v0) as implied
  from ratio_analyses
  where alv_future is not null and v0 is not null and component_code is not null
  group by 1, 2
), analysed as (
  select distinct district_code, component_code from ratio_analyses
)
select l.test, i.district_code, f.synthetic, i.component_code as key, null::bigint as property_id, c.description as about,
  case when i.n < 3 then 'Sales: ' || i.n || ': too few to judge'
    else 'Sales: ' || i.n || ', implied ' || round(i.implied::numeric, 4) || ', factor ' || round(f.factor, 4) end as detail,
  ((i.implied / f.factor - 1) * 100)::numeric as measured, l.lower_limit, l.upper_limit,
  coalesce(factor_test(i.implied, f.factor::double precision, i.n, l.upper_limit::double precision / 100) = 'fail', false) as failed, i.n >= 3 as judged
from implied as i
join component_factors as f on f.district_code = i.district_code and f.component_code = i.component_code
join audit_limits as l on l.district_code = i.district_code and l.test = 305
left join component as c on c.district_code = i.district_code and c.code = i.component_code and c.synthetic = f.synthetic
where f.factor > 0
union all
select l.test, b.district_code, b.synthetic, b.component_code, null, b.description, 'No analysed sale in the window', b.properties,
  l.lower_limit, l.upper_limit, true, true
from component_benchmarks as b
join audit_limits as l on l.district_code = b.district_code and l.test = 910
left join analysed as a on a.district_code = b.district_code and a.component_code = b.component_code
where b.properties > l.upper_limit and a.component_code is null

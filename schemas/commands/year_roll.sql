-- Every district with what becomes of it. What stands in the way stands beside each of them: all are rolled over, or none.
with why as materialized (
  select string_agg(reason, ' ' order by posn) as reasons from roll_refusals()
), valued as (
  select district_code::text as district_code, synthetic, count(*) as n
  from property_value where series = 'LT' and base_date = future_base_date() and land_value is not null group by 1, 2
), properties as (
  select district_code::text as district_code, synthetic, count(*) filter (where status = 'A') as active,
    count(*) filter (where status = 'A' and risk_rating = any(event_ratings())) as rated,
    count(*) filter (where benchmark_type is not null and component_code is not null) as benchmarks
  from property group by 1, 2
), analysed as (
  select district_code::text as district_code, synthetic, count(*) as n
  from analysis where analysed_lv > 0 and contract_date is not null group by 1, 2
)
select y.id, y.version, y.district_code, y.base_date, 'ROLLED' as state, y.state as was_state, false as same, w.reasons as refused,
  to_char(coalesce(v.n, 0), 'FM999,999,990') || ' future values become LT values of ' || to_char(coalesce(p.active, 0), 'FM999,999,990')
    || ' active properties; ' || to_char(coalesce(a.n, 0), 'FM999,999,990') || ' analyses move; '
    || to_char(coalesce(p.rated, 0), 'FM999,999,990') || ' ratings of an event give way; '
    || to_char(coalesce(p.benchmarks, 0), 'FM999,999,990') || ' benchmarks go on' as note
from district_year as y
cross join why as w
left join valued as v on v.district_code = y.district_code and v.synthetic = y.synthetic
left join properties as p on p.district_code = y.district_code and p.synthetic = y.synthetic
left join analysed as a on a.district_code = y.district_code and a.synthetic = y.synthetic
where y.base_date = future_base_date() and y.district_code::text = any(:districts::text[])
order by y.district_code, y.id

-- Analyses of each district whose land values at the base dates would be others.
with asked as materialized (
  select y.* from district_year as y where y.district_code::text = any(:districts::text[]) and y.id = any(:ids::bigint[])
), levels as (
  select district_code, synthetic, count(*) as n,
    count(*) filter (where (alv_lt, alv_future) is distinct from (new_lt, new_future)) as changed
  from analysis_levels(array(select district_code::text from asked))
  group by district_code, synthetic
)
select y.id, y.version, y.district_code, y.base_date, y.state, y.state as was_state, coalesce(l.changed, 0) = 0 as same,
  case when y.state <> 'OPEN' then district_closed(y.district_code::text, y.base_date, y.synthetic) end as refused,
  to_char(coalesce(l.changed, 0), 'FM999,999,990') || ' of ' || to_char(coalesce(l.n, 0), 'FM999,999,990') || ' analyses change' as note
from asked as y
left join levels as l on l.district_code = y.district_code and l.synthetic = y.synthetic
order by y.district_code, y.id

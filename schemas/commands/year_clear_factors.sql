-- The runs of each district that hold now, and the values that they wrote.
select y.id, y.version, y.district_code, y.base_date, y.state, y.state as was_state, false as same,
  case when y.state <> 'OPEN' then district_closed(y.district_code::text, y.base_date, y.synthetic)
    when r.n = 0 then 'No factor of this year is applied in this district.' end as refused,
  r.n || ' runs over ' || r.components || ' components wrote ' || to_char(r.values, 'FM999,999,990') || ' values' as note
from district_year as y
cross join lateral (
  select count(*) as n, count(distinct f.component_code) as components, coalesce(sum(f.n), 0) as values
  from factor_run as f
  where f.district_code = y.district_code and f.base_date = y.base_date and f.synthetic = y.synthetic and f.state = 'APPLIED') as r
where y.district_code::text = any(:districts::text[]) and y.id = any(:ids::bigint[])
order by y.district_code, y.id

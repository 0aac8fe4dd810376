-- What values and sales reach from and to.
-- uses: value_range
select case m.kind when 'VALUE' then 1 else 2 end as place, case m.kind when 'VALUE' then 'Values' else 'Sales' end as what, count(*)::integer as range_n,
  min(m.amount) as lowest, percentile_cont(0.25) within group (order by m.amount)::numeric as quarter,
  percentile_cont(0.5) within group (order by m.amount)::numeric as middle, percentile_cont(0.75) within group (order by m.amount)::numeric as three_quarters,
  max(m.amount) as highest
from value_range as m
group by m.kind
order by place

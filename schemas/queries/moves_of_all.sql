-- What mediarel.total answers of several districts.
-- uses: value_pairs, value_spread
with total as (
  select sum(paired_n)::integer as paired_n, sum(v0 * paired_n)::bigint as sum_v0, sum(v1 * paired_n)::bigint as sum_v1,
    sum(v1 * paired_n) / sum(v0 * paired_n) - 1 as paired_change
  from value_pairs
), counted as (
  select measure, value, sum(n) over (partition by measure order by value) as upto from value_spread
), middle as (
  select c.measure, (min(c.value) filter (where c.upto >= (t.paired_n + 1) / 2)
    + min(c.value) filter (where c.upto >= t.paired_n / 2 + 1)) / 2 as value
  from total as t
  cross join counted as c
  group by c.measure
)
select t.paired_n, t.sum_v0, t.sum_v1, t.paired_change, trend_band(t.paired_change) as movement, v0.value as middle_v0, v1.value as middle_v1,
  v1.value / v0.value - 1 as middle_change, change.value as typical_change
from total as t
left join middle as v0 on v0.measure = 'V0'
left join middle as v1 on v1.measure = 'V1'
left join middle as change on change.measure = 'CHANGE'

-- One axis: how many values lie in each step, the sales above them, and above these the benchmarks. Steps of 1, 2 or 5 of a power of ten,
-- some eighteen of them.
-- uses: value_range
with r as materialized (
  select min(m.amount) as low, max(m.amount) as high, greatest((max(m.amount) - min(m.amount)) / 18, max(m.amount) / 1000) as raw
  from value_range as m where m.kind = 'VALUE' and m.amount > 0
), step as materialized (
  select r.low, p.power * case when r.raw / p.power <= 1 then 1 when r.raw / p.power <= 2 then 2 when r.raw / p.power <= 5 then 5 else 10 end as step
  from r cross join lateral (select power(10::numeric, floor(log(r.raw))) as power) as p
), bins as materialized (
  select floor(m.amount / s.step) * s.step as low, s.step, count(*)::integer as n
  from value_range as m cross join step as s
  where m.kind = 'VALUE' group by 1, 2
), top as materialized (select coalesce(max(n), 1) as n from bins)
select 'Values' as mark, b.low as step_low, b.low + b.step as step_high, b.n as step_n, null::numeric as at, null::numeric as lane, null::bigint as key
from bins as b
union all
select 'Sale', null, null, null, m.amount, t.n * 1.12, m.key
from value_range as m cross join top as t where m.kind = 'SALE'
union all
select 'Benchmark ' || m.benchmark_type, null, null, null, m.amount, t.n * 1.28, m.key
from value_range as m cross join top as t where m.kind = 'VALUE' and m.benchmark_type is not null
order by mark, step_low, at

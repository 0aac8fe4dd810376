-- The statistics of a ratio study (docs/statistics.md) with their 95 % intervals, one row for each series (lt: V0
-- against the ALV at the LT date; future: V1 against the ALV at the future date), untrimmed and trimmed. The bootstrap
-- takes most of the time, so COD and PRD have their interval for the chosen series.
-- counts: sales by sale_id
-- uses: ratio_analyses
with sample as (
  select a.analysis_id, a.sale_id, a.contract_date, r.series, r.base_date, r.v, r.s
  from ratio_analyses as a
  cross join lateral (values
    ('lt', make_date(:year::integer, 7, 1), a.v0, a.alv_lt),
    ('future', make_date(:year::integer + 1, 7, 1), a.v1, a.alv_future)
  ) as r (series, base_date, v, s)
  where r.v > 0 and r.s > 0
), listed as (
  select series, array_agg(sale_id order by analysis_id) as sale_ids,
    array_agg(v::double precision order by analysis_id) as v,
    array_agg(s::double precision order by analysis_id) as s,
    array_agg(months_between(base_date, contract_date) order by analysis_id) as months
  from sample
  group by series
), pair as (
  select l.series, f.trimmed, p.sale_id, p.v, p.s, p.months, p.i
  from listed as l
  cross join lateral (
    select * from unnest(l.sale_ids, l.v, l.s, l.months) with ordinality as u (sale_id, v, s, months, i)
  ) as p
  join lateral ratio_flags(l.v, l.s) as f using (i)
), chosen as (
  select p.series, t.trimmed, array_agg(p.v order by p.i) as v, array_agg(p.s order by p.i) as s,
    array_agg(ln(p.s / p.v) order by p.i) as growth, array_agg(p.months order by p.i) as months
  from pair as p
  cross join (values (false), (true)) as t (trimmed)
  where not (t.trimmed and p.trimmed)
  group by p.series, t.trimmed
), compared as (
  select c.*, c.trimmed and cardinality(c.v) = max(cardinality(c.v)) over (partition by c.series) as nothing_trimmed
  from chosen as c
), studied as (
  -- offset 0: each function runs once per row, and not at all where rows are only counted.
  select c.series, c.trimmed, c.nothing_trimmed, ratio_study(c.v, c.s) as st, time_trend(c.growth, c.months) as tt,
    ratio_bootstrap(c.v, c.s, case when c.series = coalesce(:series::text, 'lt') and not c.nothing_trimmed
      then coalesce(:resamples::integer, 500) else 0 end) as drawn
  from compared as c
  offset 0
), resampled as (
  -- Where nothing was trimmed both studies are of the same sales: they are drawn once.
  select x.*, case when x.nothing_trimmed then lag(x.drawn) over (partition by x.series order by x.trimmed) else x.drawn end as b
  from studied as x
)
select x.series || case when x.trimmed then ' trimmed' else '' end as key, x.series, x.trimmed, (x.st).*, (x.b).*,
  (x.tt).monthly as trend, (x.tt).monthly_low as trend_low, (x.tt).monthly_high as trend_high, (x.tt).p_value as trend_p
from resampled as x

-- The statistics of a ratio study (docs/statistics.md) with their 95 % intervals, one row for each series (lt: V0
-- against the ALV at the LT date; future: V1 against the ALV at the future date), untrimmed and trimmed.
with sample as (
  select a.analysis_id, a.contract_date, r.series, r.base_date, r.v, r.s
  from ratio_sample(:year::integer) as a
  cross join lateral (values
    ('lt', make_date(:year::integer, 7, 1), a.v0, a.alv_lt),
    ('future', make_date(:year::integer + 1, 7, 1), a.v1, a.alv_future)
  ) as r (series, base_date, v, s)
  where a.district_code = any(:districts::text[])
    and a.contract_date between coalesce(:from_date::date, sale_window_start(:year::integer))
      and coalesce(:to_date::date, sale_window_end(:year::integer))
    and (:population::text = 'all' or a.in_standard)
    and (:suitabilities::text[] is null or a.suitability = any(:suitabilities::text[]))
    and (:zones::text[] is null or a.zone_code = any(:zones::text[]))
    and (:components::text[] is null or a.component_code = any(:components::text[]))
    and (coalesce(:include_non_homogeneous::boolean, true) or not a.non_homogeneous)
    and r.v > 0 and r.s > 0
), listed as (
  select series, array_agg(v::double precision order by analysis_id) as v,
    array_agg(s::double precision order by analysis_id) as s,
    array_agg(months_between(base_date, contract_date) order by analysis_id) as months
  from sample
  group by series
), chosen as (
  select l.series, t.trimmed, array_agg(l.v[f.i] order by f.i) as v, array_agg(l.s[f.i] order by f.i) as s,
    array_agg(ln(l.s[f.i] / l.v[f.i]) order by f.i) as growth, array_agg(l.months[f.i] order by f.i) as months
  from listed as l
  cross join lateral ratio_flags(l.v, l.s) as f
  cross join (values (false), (true)) as t (trimmed)
  where not (t.trimmed and f.trimmed)
  group by l.series, t.trimmed
)
select c.series, c.trimmed, st.*, b.resamples, b.cod_low, b.cod_high, b.prd_low, b.prd_high,
  tt.monthly as trend, tt.monthly_low as trend_low, tt.monthly_high as trend_high, tt.p_value as trend_p
from chosen as c
cross join lateral ratio_study(c.v, c.s) as st
cross join lateral ratio_bootstrap(c.v, c.s, coalesce(:resamples::integer, 500)) as b
cross join lateral time_trend(c.growth, c.months) as tt

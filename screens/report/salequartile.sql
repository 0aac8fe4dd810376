-- Ratio statistics in each quartile of the adjusted land value within a zone. Quartiles of type 7; a value on the
-- boundary belongs to the lower quartile.
-- counts: sales by sale_id
-- uses: ratio_analyses
with sample as (
  select coalesce(a.zone_code, '') as zone_code, a.sale_id, a.district_code, a.contract_date,
    a.v, a.s
  from ratio_analyses as a
), bound as (
  select zone_code, percentile_cont('{0.25,0.5,0.75}'::double precision[]) within group (order by s) as q
  from sample
  where v > 0 and s > 0
  group by zone_code
), grouped as (
  select m.zone_code, case when m.s <= b.q[1] then 1 when m.s <= b.q[2] then 2 when m.s <= b.q[3] then 3 else 4 end as quartile,
    array_agg(m.v order by m.s, m.v) as v, array_agg(m.s order by m.s, m.v) as s,
    min(m.s)::bigint as minimum_alv, max(m.s)::bigint as maximum_alv
  from sample as m
  join bound as b using (zone_code)
  where m.v > 0 and m.s > 0
  group by m.zone_code, quartile
)
select g.zone_code || ' ' || g.quartile as key, g.zone_code,
  case when g.zone_code = '' then 'No zone' else zone_name(g.zone_code) end as zone_name,
  g.quartile, st.n, g.minimum_alv, g.maximum_alv,
  coalesce(st.median, g.v[1] / g.s[1]) as median_ratio, st.median_low, st.median_high, st.cod, st.prd,
  st.minimum as minimum_ratio, st.q1 as q1_ratio, st.q3 as q3_ratio, st.maximum as maximum_ratio, st.small_sample,
  coalesce(:from_date::date, sale_window_start(:year::integer)) as from_date,
  coalesce(:to_date::date, sale_window_end(:year::integer)) as to_date
from grouped as g
cross join lateral ratio_study(g.v, g.s) as st

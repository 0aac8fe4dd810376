-- The analyses of the ratio study, one row each, with their ratios, their distance from the median ratio and the
-- outlier flags of the chosen series.
-- counts: sales by sale_id
-- uses: ratio_analyses
with listed as (
  select array_agg(analysis_id order by analysis_id) as ids,
    array_agg(v order by analysis_id) as v, array_agg(s order by analysis_id) as s,
    percentile_cont(0.5) within group (order by v / s) as median
  from ratio_analyses
  where v > 0 and s > 0
), flagged as materialized (
  select p.analysis_id, f.*, l.median
  from listed as l
  cross join lateral (select * from unnest(l.ids) with ordinality as u (analysis_id, i)) as p
  join lateral ratio_flags(l.v, l.s) as f using (i)
)
select a.analysis_id, a.sale_id, a.property_id, a.district_code, a.zone_code, a.component_code, a.address, a.suburb,
  a.contract_date, a.purchase_price, a.sale_code, a.suitability, a.alv_lt, a.alv_future, a.v0, a.v1, a.r0, a.r1,
  a.v::bigint as land_value, a.s::bigint as alv, f.ratio, abs(f.ratio - f.median) as deviation,
  f.outlier_3iqr, f.outlier_15iqr, f.outlier_5_95, f.trimmed, a.analysis_date, a.exportable, a.exported
from ratio_analyses as a
join flagged as f using (analysis_id)

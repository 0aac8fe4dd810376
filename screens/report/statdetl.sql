-- Which sales drive the statistics of their zone?
-- The pairs that make the sales of the level of values by zone. Outlier flags and the distance from the median are those of the
-- sale's own district and zone. The pull is the COD of the zone less what it would be without the sale, from 3 sales on: above 0
-- the sale makes it worse.
-- counts: anlys by analysis_id
-- uses: level_analyses
with paired as (
  select *, v / s as ratio, row_number() over zone_order as place, count(*) over zone as n,
    sum(v / s) over zone as total, sum(v / s) over (zone_order rows unbounded preceding) as up_to
  from level_analyses
  where row_level = 1 and v is not null and s is not null
  window zone as (partition by district_code, group_code), zone_order as (partition by district_code, group_code order by v / s, analysis_id)
), zoned as (
  -- Ratios in order and their running sums: what stands without one sale is told of them alone.
  select district_code, group_code, array_agg(analysis_id order by place) as ids, array_agg(v order by place) as v,
    array_agg(s order by place) as s, array_agg(ratio order by place) as r, array_agg(up_to order by place) as p
  from paired
  group by district_code, group_code
), flagged as (
  select z.district_code, z.group_code, z.ids[f.i] as analysis_id, f.outlier_15iqr, f.outlier_3iqr, f.trimmed
  from zoned as z
  cross join lateral ratio_flags(z.v, z.s) as f
), middles as (
  -- k: the place of the lower of the two ratios in the middle of the others; h: that of the upper, the same of an odd number.
  select a.*, f.outlier_15iqr, f.outlier_3iqr, f.trimmed, z.r, z.p, (z.r[(a.n + 1) / 2] + z.r[(a.n + 2) / 2]) / 2 as median,
    a.n / 2 + case when a.n / 2 >= a.place then 1 else 0 end as k, (a.n + 1) / 2 + case when (a.n + 1) / 2 >= a.place then 1 else 0 end as h
  from paired as a
  join zoned as z using (district_code, group_code)
  join flagged as f using (district_code, group_code, analysis_id)
), apart as (
  select *, (r[k] + r[h]) / 2 as median_without,
    median * ((n + 1) / 2) - p[(n + 1) / 2] + total - p[(n + 1) / 2] - median * (n - (n + 1) / 2) as distances
  from middles
)
select analysis_id, property_id, address, contract_date, sale_code, purchase_price, alv_lt, alv_future, v0, v1, r0, r1, ratio,
  abs(ratio - median) as zone_deviation, outlier_15iqr, outlier_3iqr, trimmed,
  case when n >= 3 then 100 * distances / n / median - 100 * (median_without * k - p[k] + total - p[k] - median_without * (n - k)
    - case when place <= k then median_without - ratio else ratio - median_without end) / (n - 1) / median_without end as pull,
  s as study_alv, district_code, group_code as zone_code, n::integer as zone_sales
from apart

-- The same of all types together.
-- counts: properties by property_id
-- uses: valued_properties
select count(*)::integer as paired_n, sum(v0)::bigint as sum_v0, sum(v1)::bigint as sum_v1, sum(v1) / sum(v0) - 1 as paired_change,
  trend_band(sum(v1) / sum(v0) - 1) as movement,
  percentile_cont(0.5) within group (order by v0) as middle_v0, percentile_cont(0.5) within group (order by v1) as middle_v1,
  percentile_cont(0.5) within group (order by v1) / percentile_cont(0.5) within group (order by v0) - 1 as middle_change,
  percentile_cont(0.5) within group (order by v1::double precision / v0 - 1) as typical_change
from valued_properties
where v0 > 0 and v1 > 0

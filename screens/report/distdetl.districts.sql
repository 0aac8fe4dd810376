-- The same of each district as a whole.
-- Change is ΣV1 ÷ ΣV0 − 1 over properties with both. The spread is of V1, quartiles of type 7. $/m² is V1 ÷ area, without strata.
-- counts: properties by property_id
-- uses: valued_properties
select district_code,
  count(*)::integer as property_n, sum(area / 10000) as area_ha, count(*) filter (where area is null)::integer as no_area,
  coalesce(sum(v0), 0)::bigint as sum_v0, coalesce(sum(v1), 0)::bigint as sum_v1,
  count(*) filter (where v0 > 0 and v1 > 0)::integer as both_n,
  sum(v1) filter (where v0 > 0 and v1 > 0) / nullif(sum(v0) filter (where v0 > 0 and v1 > 0), 0) - 1 as total_change,
  min(v1) as least_v1, round(percentile_cont(0.25) within group (order by v1))::bigint as lower_v1,
  round(percentile_cont(0.5) within group (order by v1))::bigint as median_v1,
  round(percentile_cont(0.75) within group (order by v1))::bigint as upper_v1, max(v1) as most_v1,
  percentile_cont(0.5) within group (order by v1 / area) filter (where v1 > 0 and area > 0 and not strata) as median_land_rate
from valued_properties
group by district_code

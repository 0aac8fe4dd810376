-- What the properties of a zone or component are worth, and how they moved: sums of changes, so that levels above have their means.
-- uses: level_land
select district_code, group_code, bool_or(synthetic) as synthetic, count(*) as properties, sum(v0)::bigint as sum_v0, sum(v1)::bigint as sum_v1,
  count(change) as n_change, sum(v0) filter (where change is not null)::bigint as moved_v0,
  sum(v1) filter (where change is not null)::bigint as moved_v1, count(change) filter (where analysed) as n_analysed,
  sum(change) filter (where analysed) as analysed_change, count(change) filter (where not analysed) as n_rest,
  sum(change) filter (where not analysed) as rest_change
from level_land
group by district_code, group_code

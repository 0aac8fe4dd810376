-- How many properties were judged, and how many were not, with the first reason of each.
-- counts: properties by property_id
-- uses: factor_variances
select count(*) filter (where unjudged is null)::integer as judged,
  count(*) filter (where unjudged = 'VALUE')::integer as without_value,
  count(*) filter (where unjudged = 'FACTOR')::integer as without_factor,
  count(*) filter (where unjudged = 'GROUP')::integer as in_group,
  count(*) filter (where unjudged = 'BENCHMARK')::integer as benchmarks_out
from factor_variances

-- How many properties were judged, and how many were not, with the first reason of each. As test 904 finds them, benchmarks are judged.
-- counts: properties by property_id
-- uses: factor_variances
select count(*) filter (where unjudged is null or unjudged = 'BENCHMARK' and coalesce(:as_audited::boolean, false))::integer as judged,
  count(*) filter (where unjudged = 'VALUE')::integer as without_value,
  count(*) filter (where unjudged = 'FACTOR')::integer as without_factor,
  count(*) filter (where unjudged = 'GROUP')::integer as in_group,
  count(*) filter (where unjudged = 'BENCHMARK' and not coalesce(:as_audited::boolean, false))::integer as benchmarks_out
from factor_variances

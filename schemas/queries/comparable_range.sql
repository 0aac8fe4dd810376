-- Between which adjusted prices does the property stand, and where when each sale counts by its weight?
-- counts: anlys by analysis_id
select count(*)::integer as comparables, min(adjusted) as lowest_adjusted, max(adjusted) as highest_adjusted,
  round((sum(weight * adjusted) / sum(weight))::numeric)::bigint as weighted_price
from comparables(:property::bigint, :analysis::bigint)

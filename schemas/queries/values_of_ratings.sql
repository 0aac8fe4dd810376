-- What propsbyrisk answers, out of the sums of each district.
-- uses: rated_values
select risk_rating,
  case when risk_rating = '' then 'No rating' else coalesce(
    (select i.name from reference_item as i where i.list = 'riskrating' and i.code = risk_rating), risk_rating) end as rating,
  n, n / sum(n) over ()::numeric as share, total_v1, verified_n, verified_n::numeric / n as verified_share
from rated_values

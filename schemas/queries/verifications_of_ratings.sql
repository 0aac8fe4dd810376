-- What verifybyrisk answers, out of the sums of each district.
-- uses: verified_ratings
select level, risk_rating,
  case when risk_rating = '' then 'No rating' else coalesce(
    (select i.name from reference_item as i where i.list = 'riskrating' and i.code = risk_rating), risk_rating) end as rating,
  n, required, in_cycle, in_cycle::numeric / nullif(with_cycle, 0) as in_cycle_share,
  case when required is not null then greatest(0, ceil(round(required - in_cycle, 6)))::integer end as behind,
  outstanding
from verified_ratings

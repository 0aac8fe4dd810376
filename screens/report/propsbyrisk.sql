-- Which share of the active properties, and of their value, has which risk rating, and how many were verified this year?
-- Verified: the value under work (the year after the base year) carries a verification.
-- counts: properties by property_id
-- uses: rated_properties
select risk_rating,
  case when risk_rating = '' then 'No rating' else coalesce(
    (select i.name from reference_item as i where i.list = 'riskrating' and i.code = risk_rating), risk_rating) end as rating,
  count(*)::integer as n,
  count(*) / sum(count(*)) over () as share,
  coalesce(sum(v1), 0)::bigint as total_v1,
  count(*) filter (where verified)::integer as verified_n,
  count(*) filter (where verified)::numeric / count(*) as verified_share
from rated_properties
group by risk_rating

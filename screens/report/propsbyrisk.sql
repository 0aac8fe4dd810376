-- Which share of the active properties, and of their value, has which risk rating, and how many were verified this year?
-- Verified: the value under work (the year after the base year) carries a verification.
-- counts: properties by property_id
with rated as (
  select p.id as property_id, coalesce(p.risk_rating, '') as risk_rating, v1.land_value as v1, v1.verified_on is not null as verified
  from property as p
  left join property_value as v1 on v1.property_id = p.id and v1.series = 'LT'
    and v1.base_date = base_date_of(:year::integer + 1) and v1.district_code = any(:districts::text[])
  where p.district_code = any(:districts::text[])
    and p.status = 'A'
    and (:zones::text[] is null or p.zone_code = any(:zones::text[]))
    and (:components::text[] is null or p.component_code = any(:components::text[]))
)
select risk_rating,
  case when risk_rating = '' then 'No rating' else coalesce(
    (select i.name from reference_item as i where i.list = 'riskrating' and i.code = risk_rating), risk_rating) end as rating,
  count(*)::integer as n,
  count(*) / sum(count(*)) over () as share,
  coalesce(sum(v1), 0)::bigint as total_v1,
  count(*) filter (where verified)::integer as verified_n,
  count(*) filter (where verified)::numeric / count(*) as verified_share
from rated
group by risk_rating

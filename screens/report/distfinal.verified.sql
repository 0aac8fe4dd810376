-- Which values were verified one by one, by risk and how?
-- A verification is of the district that its property is in, and moves with it, so what each district has is added up.
-- counts: properties by property_id
with verified as (
  select v.property_id, coalesce(v.risk_rating, '') as risk_rating, v.verification_type
  from verification as v
  where v.district_code = any(:districts::text[]) and v.base_date = base_date_of(:year::integer + 1)
)
select risk_rating || ' ' || verification_type as kind, risk_rating, verification_type, count(distinct property_id)::integer as verified_n
from verified
group by risk_rating, verification_type

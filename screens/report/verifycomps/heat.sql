-- Which share of each component was verified in which year of the contract?
-- counts: properties by property_id
-- uses: verification_status
with told as (
  select v.property_id, v.district_code, v.component_code, y.year_of_contract, coalesce(y.verified, false) as verified
  from verification_status as v
  cross join lateral (values (1, v.in_1), (2, v.in_2), (3, v.in_3), (4, v.in_4), (5, v.in_5), (6, v.in_6))
    as y (year_of_contract, verified)
  where y.year_of_contract <= v.contract_year
)
select district_code || ' ' || coalesce(nullif(component_code, ''), 'none') as key, district_code, component_code, year_of_contract,
  count(*) filter (where verified)::numeric / count(*) as verified_share
from told
group by district_code, component_code, year_of_contract

-- Which share of each component was verified in which year of the contract?
-- uses: verification_status
with counted as (
  select district_code || ' ' || coalesce(nullif(component_code, ''), 'none') as key, contract_year, count(*) as n,
    count(*) filter (where in_1) as year_1, count(*) filter (where in_2) as year_2, count(*) filter (where in_3) as year_3,
    count(*) filter (where in_4) as year_4, count(*) filter (where in_5) as year_5, count(*) filter (where in_6) as year_6
  from verification_status
  group by district_code, component_code, contract_year
)
select c.key, y.year_of_contract, y.verified::numeric / c.n as verified_share
from counted as c
cross join lateral (values (1, c.year_1), (2, c.year_2), (3, c.year_3), (4, c.year_4), (5, c.year_5), (6, c.year_6))
  as y (year_of_contract, verified)
where y.year_of_contract <= c.contract_year

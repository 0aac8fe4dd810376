-- Is each risk rating verified as often as the contract asks?
-- Required = properties × contract year ÷ cycle, at most all of them. In cycle: verified last within the cycle before 31 December
-- of the year after the base year. Outstanding: not in cycle, and due by the end of the contract year, where due is the last
-- verification, else the beginning of the contract, and a cycle. Behind = required less in cycle.
-- counts: properties by property_id
-- uses: verification_status
with counted as (
  select level, risk_rating, count(*)::integer as n, sum(required) as required,
    count(*) filter (where in_cycle)::integer as in_cycle,
    count(*) filter (where in_cycle)::numeric / nullif(count(required), 0) as in_cycle_share,
    count(*) filter (where outstanding)::integer as outstanding
  from verification_status
  group by level, risk_rating
)
select level, risk_rating,
  case when risk_rating = '' then 'No rating' else coalesce(
    (select i.name from reference_item as i where i.list = 'riskrating' and i.code = risk_rating), risk_rating) end as rating,
  n, required, in_cycle, in_cycle_share,
  case when required is not null then greatest(0, ceil(round(required - in_cycle, 6)))::integer end as behind,
  outstanding
from counted

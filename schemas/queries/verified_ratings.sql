-- Each property is of one district, so the ratings of several districts are added up.
-- uses: verification_status
select level, risk_rating, count(*)::integer as n, sum(required) as required, count(required)::integer as with_cycle,
  count(*) filter (where in_cycle)::integer as in_cycle, count(*) filter (where outstanding)::integer as outstanding
from verification_status
group by level, risk_rating

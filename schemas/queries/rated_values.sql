-- Each property is of one district, so the ratings of several districts are added up.
-- uses: rated_properties
select risk_rating, count(*)::integer as n, coalesce(sum(v1), 0)::bigint as total_v1, count(*) filter (where verified)::integer as verified_n
from rated_properties
group by risk_rating

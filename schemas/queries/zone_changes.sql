-- Each property is of one district, so what several districts have is added up.
-- uses: changed_properties
select zone_code, count(*) filter (where analysed)::integer as n_analysed, count(*) filter (where not analysed)::integer as n_rest,
  sum(change) filter (where analysed) as analysed_change, sum(change) filter (where not analysed) as rest_change
from changed_properties
group by zone_code

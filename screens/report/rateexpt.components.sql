-- What is a square metre worth in each component that has an exception?
-- counts: properties by property_id
-- uses: valued_lots
select district_code, component_code, district_code || ' ' || component_code as place, count(*)::integer as n,
  percentile_cont(0.05) within group (order by rate) as low_rate, percentile_cont(0.25) within group (order by rate) as q1_rate,
  percentile_cont(0.5) within group (order by rate) as middle_rate, percentile_cont(0.75) within group (order by rate) as q3_rate,
  percentile_cont(0.95) within group (order by rate) as high_rate
from valued_lots
where chosen and not_compared is null
group by district_code, component_code

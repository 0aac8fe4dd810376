-- Comparison of average value change by zone (test 300): the mean change of the properties whose sales were analysed
-- against the mean change of all others; they should differ by 5 % at most.
-- counts: properties by property_id
-- uses: changed_properties
select zone_code, case when zone_code = '' then 'No zone' else zone_name(zone_code) end as zone_name,
  count(*) filter (where analysed)::integer as n_analysed, count(*) filter (where not analysed)::integer as n_rest,
  avg(change) filter (where analysed) as change_analysed, avg(change) filter (where not analysed) as change_rest,
  abs(avg(change) filter (where analysed) - avg(change) filter (where not analysed)) as coavc,
  abs(avg(change) filter (where analysed) - avg(change) filter (where not analysed)) <= 0.05 as pass,
  count(*) filter (where analysed) < 5 as small_sample
from changed_properties
group by zone_code

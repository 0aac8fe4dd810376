-- Which values a square metre stand out from those of lots like them?
-- Compared is the value under work with the lots of the component of half to double the area, itself among them, no fewer than ten.
-- LIKE: below half or above double their median. SPREAD: its logarithm is further outside the middle half of the component, of ten
-- lots at least, than three times the width of that half. The options say these bounds. Strata lots, and lots without an area, a
-- value or a component, are not judged.
-- counts: properties by property_id
-- uses: like_rates
select k.property_id, k.district_code, p.address, p.zone_code, k.component_code, p.area, p.area_unit, k.v1, k.rate, k.like_rate, k.like_lots,
  k.rate_ratio, k.component_rate, k.beyond_quartiles,
  concat_ws(' and ', case when k.rate_ratio not between k.low and k.high then 'LIKE' end, case when k.beyond_quartiles then 'SPREAD' end)
    as rate_rule
from like_rates as k
-- Only of the few that are found: limit, because the planner would read all properties.
cross join lateral (select q.* from property as q where q.id = k.property_id limit 1) as p
where k.chosen
  and (k.rate_ratio not between k.low and k.high or k.beyond_quartiles)

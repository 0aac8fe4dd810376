-- Which values do not fit their neighbours?
-- Neighbours are the other lots of the component with 75 to 125 % of the area in the same street of the suburb, where they are fewer
-- than four in the whole suburb. Listed is a value a square metre that differs from their median by more than 15 %, and by more than
-- three times the usual difference of its component: 1.4826 × the median distance of the logarithms. Where fewer than ten of the
-- component are judged, by more than 50 %. The options say these bounds.
-- counts: properties by property_id
-- uses: neighbour_rates
with limits as materialized (
  select code, ln(1 + setting_number('inconsistent.limit', r)::double precision / 100) as least,
    setting_number('inconsistent.spread', r)::double precision * 1.4826 as spread, setting_number('inconsistent.sample', r) as sample,
    ln(1 + setting_number('inconsistent.few', r)::double precision / 100) as few
  from unnest(:districts::text[]) as code
  cross join lateral contract_region_of(code) as r
), usual as (
  select component, count(*) as judged, percentile_cont(0.5) within group (order by distance) as distance
  from neighbour_rates
  group by component
), found as (
  select n.*, exp(u.distance) - 1 as usual_difference
  from neighbour_rates as n
  join limits as l on l.code = n.district_code
  join usual as u on u.component = n.component
  where n.distance > greatest(l.least, case when u.judged >= l.sample then l.spread * u.distance else l.few end)
)
select f.property_id, f.district_code, p.address, p.zone_code, p.component_code, p.area, p.area_unit, f.v1, f.rate, f.neighbours,
  f.neighbours_of, f.their_rate, f.rate_ratio, exp(f.distance) as times_apart, f.usual_difference,
  p.lat, p.lon
from found as f
-- Only of the few that are found: limit, because the planner would read all properties.
cross join lateral (select q.* from property as q where q.id = f.property_id limit 1) as p
where f.chosen

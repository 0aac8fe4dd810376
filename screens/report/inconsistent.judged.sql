-- How many values have neighbours, and how many are not judged?
-- counts: properties by property_id
-- uses: valued_lots, neighbour_rates
with told as (
  select v.property_id, n.neighbours_of, case when v.not_compared is null and n.property_id is null then 'FEW' else v.not_compared end as not_compared
  from valued_lots as v
  left join neighbour_rates as n on n.property_id = v.property_id
  where v.chosen
)
select count(*) filter (where not_compared is null and neighbours_of = 'Street')::integer as in_street,
  count(*) filter (where not_compared is null and neighbours_of = 'Suburb')::integer as in_suburb,
  count(*) filter (where not_compared = 'STRATA')::integer as strata_lots, count(*) filter (where not_compared = 'AREA')::integer as without_area,
  count(*) filter (where not_compared = 'VALUE')::integer as without_value,
  count(*) filter (where not_compared = 'COMPONENT')::integer as without_component, count(*) filter (where not_compared = 'FEW')::integer as too_few
from told

-- How many properties are judged by their value a square metre, and how many are not?
-- counts: properties by property_id
-- uses: valued_lots, like_rates
with told as (
  select l.property_id, case when k.too_few then 'FEW' else l.not_compared end as not_compared
  from valued_lots as l
  left join like_rates as k on k.property_id = l.property_id
  where l.chosen
)
select count(*) filter (where not_compared is null)::integer as judged, count(*) filter (where not_compared = 'STRATA')::integer as strata_lots,
  count(*) filter (where not_compared = 'AREA')::integer as without_area, count(*) filter (where not_compared = 'VALUE')::integer as without_value,
  count(*) filter (where not_compared = 'COMPONENT')::integer as without_component, count(*) filter (where not_compared = 'FEW')::integer as too_few
from told

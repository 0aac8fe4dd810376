-- How many properties are judged by their value a square metre, and how many are not?
-- counts: properties by property_id
-- uses: valued_lots, like_rates
with told as (
  select l.property_id, case when k.too_few then 'FEW' else l.not_compared end as why_not
  from valued_lots as l
  left join like_rates as k on k.property_id = l.property_id
  where l.chosen
)
select count(*) filter (where why_not is null)::integer as judged, count(*) filter (where why_not = 'STRATA')::integer as strata_lots,
  count(*) filter (where why_not = 'AREA')::integer as without_area, count(*) filter (where why_not = 'VALUE')::integer as without_value,
  count(*) filter (where why_not = 'COMPONENT')::integer as without_component, count(*) filter (where why_not = 'FEW')::integer as too_few
from told

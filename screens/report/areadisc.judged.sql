-- How many areas have another source, and how many are not compared?
-- counts: properties by property_id
-- uses: lot_areas
with told as (
  select distinct property_id, not_compared, source is not null as compared
  from lot_areas
)
select count(*) filter (where compared)::integer as judged,
  count(*) filter (where not_compared is null and not compared)::integer as without_source,
  count(*) filter (where not_compared = 'STRATA')::integer as strata_lots,
  count(*) filter (where not_compared = 'AREA')::integer as without_area
from told
